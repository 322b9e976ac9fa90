"""The game: rules, match, referee, screen, commands."""

import os

# OpenCV reads this as it is loaded, by whomever: a picture that claims to be enormous takes no memory. Phones' largest
# have 200 million pixels, most 12 to 50; three bytes each.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(2**26))
# SDL greets on standard output, where `--json` wants nothing but its own.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
