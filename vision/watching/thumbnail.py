"""Small pictures, on which motion and light are told: that takes milliseconds.

Averaging over the pixels takes most of the sensor's noise away, and what is left of a die is still a dozen pixels wide.
Grey levels are 0…255.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Box, Image

Mask = NDArray[np.uint8]
"""0 or 255, shape of the small picture."""
Colours = NDArray[np.float32]
"""Three planes B, G, R: (3, height, width). Arithmetic on OpenCV's interleaved pixels takes five times as long."""
Planes = NDArray[np.uint8]
"""The same in whole grey levels."""

SMALL_SIDE_PX = 320
"""The longer side of a small picture: at a kiosk a die is a dozen pixels wide in it."""
CELLS = (20, 12)
"""The light of two pictures is compared by the means of 20 squares across and 12 down."""
BLACK_LEVELS, BRIGHT_SHARE = 16.0, 0.01
"""A picture of which less than 0.01 is brighter than 16 levels shows nothing: lens cap, dead sensor."""
NEAR_LEVELS = 6.0
"""Differences below 6 levels are nothing. In still spans of a clip averages of 3x3 pixels differ by less than 3.4."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A small picture.

    Attributes:
        colours: uint8, (3, height, width), averaged over 3x3 small pixels; for differences.
        grey: uint8, (height, width), not averaged; for following patches.
        scale: small pixels per pixel of the frame, 1 or less.
        unseen: how many pixels along every edge the camera did not see, as the picture was shifted: they are made up.
    """

    colours: Planes
    grey: Image
    scale: float
    unseen: int = 0

    @property
    def black(self) -> bool:
        """Whether nothing can be seen in it."""
        some = self.grey[::4, ::4]
        return bool(np.count_nonzero(some >= BLACK_LEVELS) < BRIGHT_SHARE * some.size)

    def hide_unseen(self, mask: Mask) -> None:
        """Clear a mask of this picture where its pixels may be made up."""
        edge = self.unseen
        mask[:edge] = mask[mask.shape[0] - edge :] = 0
        mask[:, :edge] = mask[:, mask.shape[1] - edge :] = 0

    def beside(self, dice: Iterable[Box], edges: float) -> Mask:
        """All but the dice (boxes in pixels of the frame) and a margin of `edges` times their size around each."""
        free = np.full(self.grey.shape, 255, np.uint8)
        for x, y, width, height in dice:
            margin = edges * max(width, height)
            first = (int((x - margin) * self.scale), int((y - margin) * self.scale))
            last = (int((x + width + margin) * self.scale), int((y + height + margin) * self.scale))
            cv2.rectangle(free, first, last, 0, cv2.FILLED)
        return cast("Mask", free)

    def near(self, other: "Small") -> bool:
        """Whether no pixel of two pictures of one size differs by more than noise."""
        return float(cv2.norm(flat(self.colours), flat(other.colours), cv2.NORM_INF)) <= NEAR_LEVELS


def shrink(image: Image) -> Small:
    """The small picture of a BGR frame of any size."""
    scale = min(1.0, SMALL_SIDE_PX / max(image.shape[:2]))
    width, height = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    # Half of the rows will do for a mean of four: to read the picture from memory takes longest.
    small = image[::2] if image.shape[0] >= 4 * height else image
    # OpenCV halves a picture twice in a quarter of the time in which it quarters it once.
    while small.shape[0] >= 2 * height and small.shape[1] >= 2 * width:
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = cast("Image", cv2.resize(small, half, interpolation=cv2.INTER_AREA))
    if small.shape[:2] != (height, width):
        # Twice as wide as it should be, linear interpolation is the mean of two pixels too, in a third of the time.
        across = small.shape[:2] == (height, 2 * width)
        way = cv2.INTER_LINEAR if across else cv2.INTER_AREA
        small = cast("Image", cv2.resize(small, (width, height), interpolation=way))
    colours = np.empty((3, height, width), np.uint8)
    cv2.split(cv2.blur(small, (3, 3)), list(colours))  # into planes that are there: new ones take three times as long
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return Small(colours, cast("Image", grey), scale)


def brightness(image: Image) -> float:
    """The mean of all grey levels of a picture of any size, 0…255."""
    # Every 16th pixel across and down gives the mean of a tray as well as all of them.
    return float(image[::16, ::16].mean())


def flat(planes: Planes | Colours) -> Planes | Colours:
    """The planes one below the other, as one picture of one channel: so OpenCV takes all three in one call."""
    return planes.reshape(-1, planes.shape[-1])


def coarse(colours: Colours | Planes) -> Colours:
    """Means over a coarse grid, (3, cells): enough to tell the light by."""
    level, (across, down) = flat(colours).astype(np.float32, copy=False), CELLS
    return np.asarray(cv2.resize(level, (across, 3 * down), interpolation=cv2.INTER_AREA), np.float32).reshape(3, -1)


def median(cells: Colours) -> Colours:
    """The median over the cells, whose number is even; numpy's own takes several times as long."""
    ordered = np.sort(cells, axis=-1)
    middle = cells.shape[-1] // 2
    return np.asarray((ordered[..., middle - 1] + ordered[..., middle]) / 2, np.float32)
