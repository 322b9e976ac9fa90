"""A camera in a process of its own: where a driver goes away, its library ends or hangs the process that it is in."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
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


class Wanted(NamedTuple):
    """What `open_camera` is given."""

    source: str
    mains: Mains = Mains.AUTO
    before: str = ""


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

    A process that found no camera stays for the next time: to look again costs it next to nothing, but a new one
    seconds. One whose camera failed goes with it, and takes along what its library may have broken.
    """

    def __init__(self, source: str, mains: Mains = Mains.AUTO) -> None:
        self._source, self._mains = source, mains
        self._known_as = ""
        self._idle: list[_Process] = []

    def __call__(self) -> Camera:
        """The camera, which is opened when its first frame is read.

        Raises:
            CameraError: a recording cannot be opened; a real camera says so when it is read.
        """
        if not (is_webcam(self._source) or self._source.startswith(f"{Device.PI}:")):
            return Playback(open_camera(self._source, self._mains))
        if self._idle:
            return CameraApart(self._idle.pop(), self._idle, self._know)
        process = _Process(Wanted(self._source, self._mains, self._known_as))
        return CameraApart(process, self._idle, self._know)

    def close(self) -> None:
        """End the process that waits for the next time, if one does; it also ends with ours."""
        while self._idle:
            self._idle.pop().end()

    def _know(self, name: str) -> None:
        """By what the camera is to be found again."""
        self._known_as = name


class CameraApart(Camera):
    """The camera that `process` opens and reads.

    It films a picture each time it is asked for one. The picture goes through memory that both see, the rest through a
    pipe; with that closed, the other process ends.
    """

    def __init__(self, process: _Process, idle: list[_Process], know: Callable[[str], None] = lambda _: None) -> None:
        """`idle`: where to leave a process that found no camera; `know` is told the lasting name of one that films."""
        self._process: _Process | None = process
        self._idle = idle
        self._stays = False
        self._settles: list[Mains | None] = []
        self._know = know
        self._patience_s = PATIENCE * OPENING_S

    def read(self) -> Frame:
        """The next frame; see `Camera.read`."""
        assert self._process is not None, "read after it was closed"
        answer = self._process.ask(self._patience_s, self._settles)
        if isinstance(answer, NotFilmed):
            self._stays = answer.stays
            raise CameraError(answer.fault)
        self._settles, self.state = [], answer.state
        if self.state.known_as and self.state.notice is None:  # one that stands in makes way for the one that was named
            self._know(self.state.known_as)
        self._patience_s = PATIENCE * STALL_S
        picture: np.ndarray[Any, np.dtype[np.uint8]] = np.ndarray(answer.shape, np.uint8, self._process.room)
        return Frame(picture.copy(), answer.time)

    def settle(self, mains: Mains | None = None) -> None:
        """Settle before the next frame; see `Camera.settle`."""
        self._settles.append(mains)

    def close(self) -> None:
        """Leave the other process to the next one who looks for a camera, or end it with its own."""
        process, self._process = self._process, None
        if process is None:
            return
        if self._stays:
            self._idle.append(process)
        else:
            process.end()


class _Process:
    """A process that opens and reads a camera for us."""

    def __init__(self, wanted: Wanted) -> None:
        room = BufferWrapper(ROOM_BYTES)
        self.room = room.create_memoryview()
        self._line, theirs = _ANEW.Pipe()
        self.process = _ANEW.Process(target=_serve, args=(theirs, room, wanted), daemon=True)
        os.environ["PYTHONSAFEPATH"] = "1"  # what lies in the working folder is none of its modules
        self.process.start()
        theirs.close()

    def ask(self, patience_s: float, settles: list[Mains | None]) -> Filmed | NotFilmed:
        """A picture, before which the camera settles for these mains, or why there is none.

        Raises:
            CameraError: the process hangs, or has ended, as a driver that fails lets it; the next one may do better.
        """
        try:
            self._line.send(settles)
            if not self._line.poll(patience_s):
                raise CameraError(CameraFault(CameraFaultKind.HANGS))
            answer: Filmed | NotFilmed = self._line.recv()
        except (EOFError, OSError) as error:
            # Without its frames: those of a write that failed hold a buffer, of which Python 3.13 complains as garbage.
            raise CameraError(CameraFault(CameraFaultKind.CRASHED)) from error.with_traceback(None)
        return answer

    def end(self) -> None:
        """Let it close its camera and end, or end it if it does not."""
        self._line.close()
        self.process.join(LEAVING_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(LEAVING_S)  # one that hangs in its driver ends when that lets it


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
