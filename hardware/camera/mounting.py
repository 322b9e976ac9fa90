"""How a camera is mounted over the tray: turned or mirrored pictures are put upright as they leave the camera."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hardware.camera import Camera, Mains
from vision.types import Frame, Image


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
        image = np.rot90(image, -self.turned // 90)
        return np.ascontiguousarray(image[:, ::-1] if self.mirrored else image)

    def turn(self, arrow: tuple[float, float]) -> tuple[float, float]:
        """Where an arrow in the camera's picture (right, down) points in the upright one."""
        right, down = arrow
        for _ in range(self.turned // 90):
            right, down = -down, right
        return (-right if self.mirrored else right), down

    def then(self, more: Mounting) -> Mounting:
        """What does as this and `more` after it do."""
        turned = self.turned + (-more.turned if self.mirrored else more.turned)
        return Mounting(turned % 360, self.mirrored is not more.mirrored)


UPRIGHT = Mounting()


class Mounted(Camera):
    """A camera that is not mounted upright, with upright pictures."""

    def __init__(self, camera: Camera, mounting: Mounting) -> None:
        self._camera, self._mounting = camera, mounting

    def read(self) -> Frame:
        """The next frame; see `Camera.read`."""
        frame = self._camera.read()
        self.state = self._camera.state
        return Frame(self._mounting.upright(frame.image), frame.time)

    def settle(self, mains: Mains | None = None) -> None:
        """See `Camera.settle`."""
        self._camera.settle(mains)

    def close(self) -> None:
        """Let go of the device."""
        self._camera.close()
