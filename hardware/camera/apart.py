"""A camera in a process of its own: where a driver goes away, its library ends or hangs the process that it is in."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from subprocess import TimeoutExpired
from typing import Any

import numpy as np

from hardware.camera import Camera, CameraError
from hardware.camera.grabber import OPENING_S, STALL_S
from hardware.camera.source import open_camera
from vision.types import Frame

LIVE = ("pi:", "webcam:")
ROOM_BYTES = 4096 * 3072 * 3
"""Room for one picture, of which only what is written takes memory."""
PATIENCE = 0.9
"""Of what the grabber bears: a process that hangs is ended before another one would want its camera."""
LEAVING_S = 1.0


def open_apart(source: str) -> Camera:
    """The camera called `source` as `open_camera` knows it, a real one in a process of its own.

    Raises:
        CameraError: it cannot be opened; one sentence says why and what mends it.
    """
    return CameraApart(source) if source.startswith(LIVE) else open_camera(source)


class CameraApart(Camera):
    """The camera called `source`, which another process opens and reads.

    It films a picture each time it is asked for one. The picture goes through memory that both see, the rest through a
    pipe; with that closed, the other process ends.
    """

    def __init__(self, source: str) -> None:
        self._relocks = False
        self._held: tuple[str, ...] = ()
        self._patience_s = PATIENCE * OPENING_S
        room = os.memfd_create("camera")
        os.ftruncate(room, ROOM_BYTES)
        self._room = mmap.mmap(room, ROOM_BYTES)
        self._line, theirs = Pipe()
        fds = (theirs.fileno(), room)
        words = [sys.executable, "-P", "-m", __name__, source, *map(str, fds)]
        # In a session of its own: Ctrl-C is for us, and closing the line for it.
        self._process = subprocess.Popen(words, pass_fds=fds, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603  our own words
        theirs.close()
        os.close(room)

    def read(self) -> Frame:
        """The next frame; see `Camera.read`."""
        try:
            self._line.send(self._relocks)
            self._relocks = False
            if not self._line.poll(self._patience_s):
                raise CameraError("The camera hangs: it is being started again.")
            said = self._line.recv()
        except (EOFError, OSError) as error:
            raise CameraError("The camera failed: it is being started again.") from error
        if isinstance(said, str):
            raise CameraError(said)
        shape, time, self._held = said
        self._patience_s = PATIENCE * STALL_S
        picture: np.ndarray[Any, np.dtype[np.uint8]] = np.ndarray(shape, np.uint8, self._room)
        return Frame(picture.copy(), time)

    def relock(self) -> None:
        """Follow the light again for a moment; see `Camera.relock`."""
        self._relocks = True

    @property
    def held(self) -> tuple[str, ...]:
        """What was locked when the last frame was taken; see `Camera.held`."""
        return self._held

    def close(self) -> None:
        """Let the other process close its camera, and end it if it does not."""
        self._line.close()
        with suppress(TimeoutExpired):
            self._process.wait(LEAVING_S)
            return
        self._process.kill()
        with suppress(TimeoutExpired):  # one that hangs in its driver ends when that lets it
            self._process.wait(LEAVING_S)


def _film(source: str, line: Connection, room: mmap.mmap) -> None:
    """Open a camera, and film a picture each time we are asked, until nobody can ask any more."""
    with open_camera(source) as camera:
        try:
            while True:
                if line.recv():
                    camera.relock()
                frame = camera.read()
                np.ndarray(frame.image.shape, np.uint8, room)[:] = frame.image
                line.send((frame.image.shape, frame.time, camera.held))
        except CameraError as error:
            line.send(str(error))  # before it is closed: that may be the end of us


if __name__ == "__main__":
    _source, _line, _room = sys.argv[1:]
    _connection = Connection(int(_line))
    with suppress(EOFError, OSError):
        try:
            _film(_source, _connection, mmap.mmap(int(_room), ROOM_BYTES))
        except CameraError as _error:
            _connection.send(str(_error))
