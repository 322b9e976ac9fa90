"""Keeps a camera running without anybody waiting for it: the latest frame, and a new start when it fails or stalls."""

from collections.abc import Callable
from math import inf
from threading import Event, Lock, Thread

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, Mains
from vision.types import Frame

STALL_S = 5.0
"""A camera that sends no frame for 5 s counts as hanging."""
OPENING_S = 60.0
"""Before its first frame it may take 60 s: finding and starting a camera takes seconds, and many while a machine
boots."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 20.0
"""After a failure the camera is started again after 0.5 s, then after twice as long each time, up to 20 s. Longer would
try the patience of whoever plugs it in again; shorter costs too much, as each search for a missing camera takes
seconds."""


class Grabber:
    """A camera that is read in a thread of its own.

    `take` may be called as often as one likes: it never waits, and only the newest frame is kept. The camera is
    restarted from there too, by the time that it is given.
    """

    def __init__(self, open_camera: Callable[[], Camera], *, every: bool = False) -> None:
        """`open_camera` makes the camera, anew for each start, in the thread that will read it.

        `every`: each picture waits until it is taken, as a simulated camera's can; a real one's gives way to the next.
        """
        self._open = open_camera
        self._every = every
        self._worker: _Worker | None = None
        self._silent_until = 0.0
        """When the camera counts as hanging if no frame comes before."""
        self._started_at = 0.0
        self._retry_at = -inf
        self._pause_s = FIRST_PAUSE_S
        self._stopped = False
        self.fault: CameraFault | None = None
        """What is wrong with the camera; None while frames come."""
        self.notice: CameraFault | None = None
        """What its owner should know of the camera that sent the last frame; None: nothing."""

    def take(self, now: float) -> Frame | None:
        """The newest frame, once; None if there is none since the last call. `now`: seconds, monotonic."""
        if self._stopped:
            return None
        if self._worker is None:
            if now >= self._retry_at:
                self._start(now)
            return None
        frame, fault = self._worker.take()
        if frame is not None:
            self._silent_until = now + STALL_S
            self.fault, self.notice = None, self._worker.notice
            if now - self._started_at > self._pause_s:
                # It has run for longer than the last pause: the next failure counts as a first one.
                self._pause_s = FIRST_PAUSE_S
        if fault is not None:
            self._fail(fault, now)
        elif now > self._silent_until:
            self._fail(CameraFault(CameraFaultKind.HANGS), now)
        return frame

    def settle(self, mains: Mains | None = None) -> None:
        """Let the camera settle anew, for these mains until it is started again; see `Camera.settle`."""
        if self._worker is not None:
            self._worker.settles.append(mains)

    def stop(self) -> None:
        """Let the camera go, as soon as its last read returns; nothing starts again."""
        self._stopped = True
        if self._worker is not None:
            self._worker.leave()

    def join(self, timeout_s: float) -> None:
        """Wait, after `stop`, until the camera is let go; one that hangs is left behind."""
        if self._worker is not None:
            self._worker.join(timeout_s)

    def _start(self, now: float) -> None:
        self._started_at = now
        self._silent_until = now + OPENING_S
        self._worker = _Worker(self._open, every=self._every)
        self._worker.start()

    def _fail(self, fault: CameraFault, now: float) -> None:
        assert self._worker is not None
        self._worker.leave()
        self._worker = None
        self.fault = fault
        # Never, after a recording: it does not begin again.
        self._retry_at = inf if fault.kind is CameraFaultKind.RECORDING_ENDED else now + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)


class _Worker(Thread):
    """Reads one camera until it fails, or until it is told to leave."""

    def __init__(self, open_camera: Callable[[], Camera], *, every: bool) -> None:
        super().__init__(name="camera", daemon=True)  # a camera that hangs must not keep the program from ending
        self._open = open_camera
        self._every = every
        self._taken = Event()
        self._lock = Lock()
        self._frame: Frame | None = None
        self._fault: CameraFault | None = None
        self._leaves = False
        self.notice: CameraFault | None = None
        self.settles: list[Mains | None] = []
        """What the camera is to settle for before the next frame."""

    def take(self) -> tuple[Frame | None, CameraFault | None]:
        """The newest frame not yet taken, and the fault that ended the reading."""
        with self._lock:
            frame, self._frame = self._frame, None
            self._taken.set()
            return frame, self._fault

    def leave(self) -> None:
        self._leaves = True
        self._taken.set()

    def run(self) -> None:
        try:
            with self._open() as camera:
                while not self._leaves:
                    while self.settles:
                        camera.settle(self.settles.pop(0))
                    frame = camera.read()
                    with self._lock:
                        self._frame, self.notice = frame, camera.state.notice
                        self._taken.clear()
                    if self._every and not self._leaves:
                        self._taken.wait()
        except CameraError as error:
            self._end(error.fault)
        except Exception as error:  # noqa: BLE001  a driver may throw anything: the table goes on without it
            self._end(CameraFault(CameraFaultKind.FAILED, detail=f"{type(error).__name__}: {error}"))

    def _end(self, fault: CameraFault) -> None:
        with self._lock:
            self._fault = fault
