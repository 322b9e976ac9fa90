"""The game: rules, match, referee, screen, commands."""

import os

# OpenCV reads these as it is loaded, by whomever: a picture that claims to be enormous takes no memory (phones' largest
# have 200 million pixels, most 12 to 50; three bytes each), and what does not open is said in our own sentence alone.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(2**26))
os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
# SDL greets on standard output, where `--json` wants nothing but its own.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
