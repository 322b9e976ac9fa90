"""A camera in a process of its own: where a driver goes away, its library ends or hangs the process that it is in."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.heap import BufferWrapper
from typing import Any, NamedTuple

import numpy as np

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, CameraState, Device, Mains
from hardware.camera.grabber import OPENING_S, STALL_S
from hardware.camera.recording import Playback
from hardware.camera.source import open_camera
from hardware.camera.webcams import is_webcam
from vision.types import Frame

ROOM_BYTES = 4096 * 3072 * 3
"""Room for one picture, of which only what is written takes memory. It has no name, and goes with those who have it."""
PATIENCE = 0.9
"""Of what the grabber bears: a process that hangs is ended before another one would want its camera."""
LEAVING_S = 1.0
_ANEW = get_context("spawn")
"""A process of a program of its own: one that is forked would have our threads' locks, and no threads."""


Wanted = tuple[str, Mains, str]
"""What `open_camera` is given."""


class Filmed(NamedTuple):
    """A picture lies in the room that both processes see."""

    shape: tuple[int, ...]
    time: float
    state: CameraState


class NotFilmed(NamedTuple):
    """There is none, and why; whether the process that says so `stays`, to be asked again."""

    fault: CameraFault
    stays: bool


class Apart:
    """Opens the camera called `source`, as `open_camera` does; a real one in a process of its own, a recording as live.

    Attributes:
        known_as: by what the camera is to be found again.
        idle: what found no camera, and stays for the next time: to look again costs its process next to nothing, but a
            new one seconds. One whose camera failed goes with it, and takes along what its library may have broken.
    """

    def __init__(self, source: str, mains: Mains = Mains.AUTO) -> None:
        self.source, self.mains = source, mains
        self.known_as = ""
        self.idle: list[CameraApart] = []

    def __call__(self) -> Camera:
        """The camera, which is opened when its first frame is read.

        Raises:
            CameraError: a recording cannot be opened; a real camera says so when it is read.
        """
        if not (is_webcam(self.source) or self.source.startswith(f"{Device.PI}:")):
            return Playback(open_camera(self.source, self.mains))
        return self.idle.pop() if self.idle else CameraApart(self)

    def close(self) -> None:
        """End what waits for the next time, if anything does; it also ends with us."""
        while self.idle:
            self.idle.pop().end()


class CameraApart(Camera):
    """A camera that a process of its own opens and reads.

    It films a picture each time it is asked for one. The picture goes through memory that both see, the rest through a
    pipe; with that closed, the other process ends.
    """

    def __init__(self, apart: Apart) -> None:
        self._apart = apart
        self._stays = False
        self._settles: list[Mains | None] = []
        self._patience_s = PATIENCE * OPENING_S
        room = BufferWrapper(ROOM_BYTES)
        self._room = room.create_memoryview()
        self._line, theirs = _ANEW.Pipe()
        self.process = self._start(theirs, room, (apart.source, apart.mains, apart.known_as))
        theirs.close()

    def read(self) -> Frame:
        try:
            self._line.send(self._settles)
            if not self._line.poll(self._patience_s):
                raise CameraError(CameraFault(CameraFaultKind.HANGS))
            answer: Filmed | NotFilmed = self._line.recv()
        except (EOFError, OSError) as error:  # it has ended, as a driver that fails lets it
            # Without its frames: those of a write that failed hold a buffer, of which Python 3.13 complains as garbage.
            raise CameraError(CameraFault(CameraFaultKind.CRASHED)) from error.with_traceback(None)
        if isinstance(answer, NotFilmed):
            self._stays = answer.stays
            raise CameraError(answer.fault)
        self._settles, self.state = [], answer.state
        if self.state.known_as and self.state.notice is None:  # one that stands in makes way for the one that was named
            self._apart.known_as = self.state.known_as
        self._patience_s = PATIENCE * STALL_S
        picture: np.ndarray[Any, np.dtype[np.uint8]] = np.ndarray(answer.shape, np.uint8, self._room)
        return Frame(picture.copy(), answer.time)

    def settle(self, mains: Mains | None = None) -> None:
        self._settles.append(mains)

    def close(self) -> None:
        """Wait for the next time that somebody looks for a camera, or let it go."""
        if self._stays:
            self._stays, self._settles = False, []
            self._apart.idle.append(self)
        elif self not in self._apart.idle:
            self.end()

    def end(self) -> None:
        """Let the other process close its camera and end, or end it if it does not."""
        self._line.close()
        self.process.join(LEAVING_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(LEAVING_S)  # one that hangs in its driver ends when that lets it

    @staticmethod
    def _start(line: Connection, room: BufferWrapper, wanted: Wanted) -> SpawnProcess:
        """A process that films into the room, at the other end of a line."""
        process = _ANEW.Process(target=_serve, args=(line, room, wanted), daemon=True)
        safe = os.environ.get("PYTHONSAFEPATH", "")
        os.environ["PYTHONSAFEPATH"] = "1"  # what lies in the working folder is none of its modules
        try:
            process.start()
        finally:
            os.environ["PYTHONSAFEPATH"] = safe  # empty is as good as none
        return process


def _serve(line: Connection, room: BufferWrapper, wanted: Wanted) -> None:
    """Look for a camera each time we are asked; once there is one, film it until it fails."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table; closing the line is for us
    with suppress(EOFError, OSError):  # whoever wanted the pictures has gone
        while True:
            settles: list[Mains | None] = line.recv()
            try:
                camera = open_camera(*wanted)
            except CameraError as error:
                line.send(NotFilmed(error.fault, stays=True))
            else:
                with camera:
                    return _film(camera, line, room.create_memoryview(), settles)


def _film(camera: Camera, line: Connection, room: memoryview, settles: list[Mains | None]) -> None:
    try:
        while True:
            for mains in settles:
                camera.settle(mains)
            frame = camera.read()
            np.ndarray(frame.image.shape, np.uint8, room)[:] = frame.image
            line.send(Filmed(frame.image.shape, frame.time, camera.state))
            settles = line.recv()
    except CameraError as error:
        line.send(NotFilmed(error.fault, stays=False))  # before it is closed: that may be the end of us
