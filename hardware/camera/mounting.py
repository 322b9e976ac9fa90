"""How a camera is mounted over the tray: turned or mirrored pictures are put upright as they leave the camera."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hardware.camera import Camera, CameraFault, Mains
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
        return Frame(self._mounting.upright(frame.image), frame.time)

    def relock(self) -> None:
        """Settle anew; see `Camera.relock`."""
        self._camera.relock()

    def expose_for(self, mains: Mains) -> None:
        """Settle anew for these mains; see `Camera.expose_for`."""
        self._camera.expose_for(mains)

    @property
    def held(self) -> tuple[str, ...]:
        """What is locked; see `Camera.held`."""
        return self._camera.held

    @property
    def known_as(self) -> str:
        """Its lasting name; see `Camera.known_as`."""
        return self._camera.known_as

    @property
    def notice(self) -> CameraFault | None:
        """What its owner should know; see `Camera.notice`."""
        return self._camera.notice

    def close(self) -> None:
        """Let go of the device."""
        self._camera.close()
