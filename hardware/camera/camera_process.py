"""A camera in a process of its own: when a driver fails, its library may crash or hang the process that it is in."""

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
"""Shared memory for one picture of up to 4096x3072 pixels. Only pages that are written take memory. It has no name in
the system, so nothing of it is left when both processes have ended."""
PATIENCE = 0.9
"""A process that hangs is given up after 0.9 of the time after which the grabber gives up, so that it is ended before
the grabber opens its camera again."""
LEAVING_S = 1.0
"""A process is given 1 s to close its camera before it is killed."""
_SPAWN = get_context("spawn")
"""Spawned, not forked: a forked process would have the locks of our threads, but not the threads to release them."""


OpenArguments = tuple[str, Mains, str]
"""The arguments of `open_camera`."""


class Filmed(NamedTuple):
    """The answer that a picture lies in the shared memory."""

    shape: tuple[int, ...]
    time: float
    state: CameraState


class NotFilmed(NamedTuple):
    """The answer that there is no picture, and why; `stays`: the process goes on, to be asked again."""

    fault: CameraFault
    stays: bool


class CameraOpener:
    """Opens the camera called `source`, as `open_camera` does: a real one in a process of its own, a recording as live.

    Attributes:
        known_as: the lasting name of the camera that was found, by which it is found again.
        idle: a process that found no camera, kept for the next try: to look again takes it no time, but a new process
            takes seconds to start. One whose camera has failed is not kept, as its library may be broken.
    """

    def __init__(self, source: str, mains: Mains = Mains.AUTO) -> None:
        self.source, self.mains = source, mains
        self.known_as = ""
        self.idle: list[ProcessCamera] = []

    def __call__(self) -> Camera:
        """The camera, which is opened when its first frame is read.

        Raises:
            CameraError: a recording cannot be opened; a real camera says so when it is read.
        """
        if not (is_webcam(self.source) or self.source.startswith(f"{Device.PI}:")):
            return Playback(open_camera(self.source, self.mains))
        return self.idle.pop() if self.idle else ProcessCamera(self)

    def close(self) -> None:
        """End the process that was kept, if there is one; it also ends with ours."""
        while self.idle:
            self.idle.pop().end()


class ProcessCamera(Camera):
    """A camera that a process of its own opens and reads.

    Each picture is asked for. It comes through shared memory, the rest through a pipe; when that is closed, the other
    process ends.
    """

    def __init__(self, opener: CameraOpener) -> None:
        self._opener = opener
        self._stays = False
        self._settles: list[Mains | None] = []
        self._patience_s = PATIENCE * OPENING_S
        room = BufferWrapper(ROOM_BYTES)
        self._room = room.create_memoryview()
        self._line, theirs = _SPAWN.Pipe()
        self.process = self._start(theirs, room, (opener.source, opener.mains, opener.known_as))
        theirs.close()

    def read(self) -> Frame:
        try:
            self._line.send(self._settles)
            if not self._line.poll(self._patience_s):
                raise CameraError(CameraFault(CameraFaultKind.HANGS))
            answer: Filmed | NotFilmed = self._line.recv()
        except (EOFError, OSError) as error:  # the other process has ended
            # Without its traceback: after a failed write that holds a buffer, about which Python 3.13 warns at its end.
            raise CameraError(CameraFault(CameraFaultKind.CRASHED)) from error.with_traceback(None)
        if isinstance(answer, NotFilmed):
            self._stays = answer.stays
            raise CameraError(answer.fault)
        self._settles, self.state = [], answer.state
        # Not of a camera that stands in: next time the one that was named is looked for first.
        if self.state.known_as and self.state.notice is None:
            self._opener.known_as = self.state.known_as
        self._patience_s = PATIENCE * STALL_S
        picture: np.ndarray[Any, np.dtype[np.uint8]] = np.ndarray(answer.shape, np.uint8, self._room)
        return Frame(picture.copy(), answer.time)

    def settle(self, mains: Mains | None = None) -> None:
        self._settles.append(mains)

    def close(self) -> None:
        """Keep the process for the next try if it found no camera; else end it."""
        if self._stays:
            self._stays, self._settles = False, []
            self._opener.idle.append(self)
        elif self not in self._opener.idle:
            self.end()

    def end(self) -> None:
        """Let the other process close its camera and end, or end it if it does not."""
        self._line.close()
        self.process.join(LEAVING_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(LEAVING_S)  # one that hangs inside a driver ends only when that returns

    @staticmethod
    def _start(line: Connection, room: BufferWrapper, wanted: OpenArguments) -> SpawnProcess:
        """A process that films into the shared memory, at the other end of the pipe."""
        process = _SPAWN.Process(target=_serve, args=(line, room, wanted), daemon=True)
        # A spawned Python imports from the working folder first: a file there named as one of our modules would be run.
        safe = os.environ.get("PYTHONSAFEPATH", "")
        os.environ["PYTHONSAFEPATH"] = "1"
        try:
            process.start()
        finally:
            os.environ["PYTHONSAFEPATH"] = safe  # Python takes an empty one for none
        return process


def _serve(line: Connection, room: BufferWrapper, wanted: OpenArguments) -> None:
    """In the other process: look for a camera each time we are asked; once there is one, film it until it fails."""
    # Ctrl-C reaches both processes. The first one closes the pipe then, and that ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):  # whoever wanted the pictures has closed the pipe
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
        line.send(NotFilmed(error.fault, stays=False))  # now: closing a broken camera may crash this process
