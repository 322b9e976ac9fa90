"""What a rolling shutter makes of lamps that dim with the mains."""

import numpy as np

from vision.types import Image

READOUT_S = 0.025
"""From the first row's exposure to the last one's."""
DIMS = 0.9
"""By how much lamps on alternating current dim, as a share: cheap LEDs."""


def under_lamps(time: float, exposure_us: float, hz: float) -> Image:
    """A tray, its rows exposed one after the other from this time on."""
    picture = np.full((90, 160, 3), 60.0)
    picture[10:80, 15:145] = 120.0
    starts = time + np.linspace(0, READOUT_S, len(picture))
    turns = 2 * np.pi * 2 * hz
    exposure_s = exposure_us / 1e6
    swing = (np.sin(turns * (starts + exposure_s)) - np.sin(turns * starts)) / (turns * exposure_s)
    return (picture * (1 + DIMS * swing)[:, None, None]).clip(0, 255).astype(np.uint8)
