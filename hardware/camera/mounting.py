"""How a camera is mounted over the tray: turned or mirrored pictures are put upright before anybody looks."""

from typing import NamedTuple

import numpy as np

from vision.types import Image


class Mounting(NamedTuple):
    """What puts a camera's picture upright.

    Attributes:
        turned: degrees clockwise, a multiple of 90.
        mirrored: whether it is then mirrored, left for right.
    """

    turned: int = 0
    mirrored: bool = False

    def upright(self, image: Image) -> Image:
        """The picture as whoever stands at the table sees it."""
        import cv2  # noqa: PLC0415  the settings import this module, and are to load without OpenCV

        turns = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
        turned = cv2.rotate(image, turns[self.turned]) if self.turned else image
        return np.asarray(cv2.flip(turned, 1) if self.mirrored else turned, np.uint8)

    def turn(self, arrow: tuple[float, float]) -> tuple[float, float]:
        """Where an arrow in the camera's picture (right, down) points in the upright one."""
        right, down = arrow
        for _ in range(self.turned // 90):
            right, down = -down, right
        return (-right if self.mirrored else right), down

    def then(self, more: "Mounting") -> "Mounting":
        """One mounting that does what this one, and `more` after it, do."""
        # Once mirrored, a picture turns the other way.
        turned = self.turned + (-more.turned if self.mirrored else more.turned)
        return Mounting(turned % 360, self.mirrored is not more.mirrored)


UPRIGHT = Mounting()
