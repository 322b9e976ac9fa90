"""Keeps OpenCV and its decoders from writing to standard error: what does not open is said in our own sentence."""

from __future__ import annotations

import os
from typing import Any

import cv2

# The video decoder reads this when it is used for the first time, by whomever.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def silence_opencv() -> None:
    """Silence the library; harmless to call again."""
    opencv: Any = cv2
    if hasattr(cv2, "setLogLevel"):  # until OpenCV 4
        opencv.setLogLevel(0)
    else:
        opencv.utils.logging.setLogLevel(0)
