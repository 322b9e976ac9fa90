"""The grabbing thread: the newest frame only, and a camera that comes back whatever happens to it."""

from collections.abc import Callable
from queue import Queue
from threading import Semaphore

import numpy as np

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, Device, Mains, RecordingEndedError
from hardware.camera.grabber import FIRST_PAUSE_S, LONGEST_PAUSE_S, OPENING_S, STALL_S, Grabber
from vision.types import Frame

SOON_S = 10.0
"""Longest wait for a thread to get somewhere, in a test that fails."""
LOOSE = CameraFault(CameraFaultKind.NO_PICTURES, Device.PI, "0")
NONE = CameraFault(CameraFaultKind.NOT_FOUND, Device.WEBCAM, "0")
HANGS = CameraFault(CameraFaultKind.HANGS)


class FakeCamera(Camera):
    """Gives what the test puts into it, and says when it is asked for more."""

    def __init__(self) -> None:
        self.feed: Queue[Frame | Exception] = Queue()
        self.asked = Semaphore(0)
        self.closed = Semaphore(0)
        self.settled: list[Mains | None] = []

    def read(self) -> Frame:
        self.asked.release()
        item = self.feed.get()
        if isinstance(item, Exception):
            raise item
        return item

    def settle(self, mains: Mains | None = None) -> None:
        self.settled.append(mains)

    def close(self) -> None:
        self.closed.release()

    def show(self, *times: float) -> None:
        """Frames at these times, each seen to be taken in."""
        for time in times:
            self.feed.put(Frame(np.zeros((2, 2, 3), np.uint8), time))
            self.wait()

    def fail(self, error: Exception) -> None:
        self.feed.put(error)
        assert self.closed.acquire(timeout=SOON_S)

    def wait(self) -> None:
        assert self.asked.acquire(timeout=SOON_S)


class Cupboard:
    """Opens cameras: the next of `cameras`, or fails as told."""

    def __init__(self, *cameras: FakeCamera | Exception) -> None:
        self.cameras = list(cameras)
        self.opened = 0

    def __call__(self) -> Camera:
        self.opened += 1
        camera = self.cameras.pop(0)
        if isinstance(camera, Exception):
            raise camera
        return camera


def begun() -> tuple[FakeCamera, Grabber]:
    """A camera that is asked for its first picture, and who asks."""
    camera = FakeCamera()
    grabber = Grabber(Cupboard(camera))
    assert grabber.take(0.0) is None
    camera.wait()
    return camera, grabber


def until(said: Callable[[], bool], grabber: Grabber) -> None:
    """Let the worker come to its end."""
    worker = grabber._worker
    assert worker is not None
    worker.join(SOON_S)
    assert said()


def test_the_newest_frame_is_given_once_and_older_ones_are_dropped() -> None:
    camera, grabber = begun()
    camera.show(1.0, 2.0, 3.0)
    frame = grabber.take(3.0)
    assert frame is not None
    assert frame.time == 3.0
    assert grabber.take(3.1) is None
    assert grabber.fault is None
    grabber.stop()
    camera.fail(CameraError(LOOSE))


def test_where_every_picture_counts_each_waits_until_it_is_taken() -> None:
    camera = FakeCamera()
    grabber = Grabber(Cupboard(camera), every=True)
    assert grabber.take(0.0) is None
    camera.wait()
    for time in (1.0, 2.0, 3.0):
        camera.feed.put(Frame(np.zeros((2, 2, 3), np.uint8), time))
    taken: list[float] = []
    while len(taken) < 3:
        assert not camera.asked.acquire(timeout=0.02) or taken, "nobody films on before the first is taken"
        frame = grabber.take(0.0)
        taken += [] if frame is None else [frame.time]
    assert taken == [1.0, 2.0, 3.0]
    grabber.stop()
    camera.feed.put(CameraError(LOOSE))
    grabber.join(SOON_S)


def test_a_camera_that_fails_is_closed_reported_and_started_again_after_a_pause() -> None:
    first, second = FakeCamera(), FakeCamera()
    cupboard = Cupboard(first, second)
    grabber = Grabber(cupboard)
    grabber.take(0.0)
    first.wait()
    first.fail(CameraError(LOOSE))
    until(lambda: grabber.take(10.0) is None, grabber)
    assert grabber.fault == LOOSE
    grabber.take(10.0 + FIRST_PAUSE_S - 0.1)
    assert cupboard.opened == 1
    grabber.take(10.0 + FIRST_PAUSE_S)
    second.wait()
    second.show(11.0)
    assert grabber.take(11.0) is not None
    assert grabber.fault is None
    grabber.stop()
    second.fail(CameraError(LOOSE))


def test_pauses_double_up_to_a_limit() -> None:
    cupboard = Cupboard(*[CameraError(NONE) for _ in range(20)])
    grabber = Grabber(cupboard)
    now, pauses = 0.0, []
    for _ in range(9):
        grabber.take(now)
        until(lambda now=now: grabber.take(now) is None, grabber)  # type: ignore[misc]
        assert grabber.fault == NONE
        pauses.append(grabber._retry_at - now)
        now = grabber._retry_at
    assert pauses == [0.5, 1, 2, 4, 8, 16, 20, 20, 20]
    assert pauses[-1] == LONGEST_PAUSE_S


def test_a_camera_that_ran_well_is_started_again_at_once_the_next_time() -> None:
    camera, refusals = FakeCamera(), [CameraError(NONE) for _ in range(3)]
    grabber = Grabber(Cupboard(*refusals, camera))
    now = 0.0
    for _ in range(3):
        grabber.take(now)
        until(lambda now=now: grabber.take(now) is None, grabber)  # type: ignore[misc]
        now = grabber._retry_at
    grabber.take(now)
    camera.wait()
    camera.show(now + 1)
    grabber.take(now + 1)
    assert grabber._pause_s > FIRST_PAUSE_S, "a single frame is no proof"
    camera.show(now + 20)
    grabber.take(now + 20)
    camera.fail(CameraError(LOOSE))
    until(lambda: grabber.take(now + 20) is None, grabber)
    assert grabber._retry_at - (now + 20) == FIRST_PAUSE_S


def test_a_camera_that_hangs_is_left_behind_and_another_one_opened() -> None:
    hanging, second = FakeCamera(), FakeCamera()
    cupboard = Cupboard(hanging, second)
    grabber = Grabber(cupboard)
    grabber.take(0.0)
    hanging.wait()
    hanging.show(0.5)
    grabber.take(0.5)
    grabber.take(0.5 + STALL_S)
    assert grabber.fault is None
    grabber.take(0.6 + STALL_S)
    assert grabber.fault == HANGS
    grabber.take(1.5 + STALL_S)
    second.wait()
    second.show(7.0)
    frame = grabber.take(7.0)
    assert frame is not None
    assert frame.time == 7.0
    hanging.feed.put(Frame(np.zeros((2, 2, 3), np.uint8), 0.5))
    assert hanging.closed.acquire(timeout=SOON_S), "once its call returns, it is closed"
    assert grabber.take(7.1) is None, "and its late frame is nobody's"
    grabber.stop()
    second.fail(CameraError(LOOSE))


def test_a_camera_may_take_longer_to_its_first_frame_but_not_for_ever() -> None:
    camera, grabber = begun()
    grabber.take(OPENING_S)
    assert grabber.fault is None
    grabber.take(OPENING_S + 0.1)
    assert grabber.fault == HANGS
    grabber.stop()
    camera.fail(CameraError(LOOSE))


def test_a_driver_may_throw_anything() -> None:
    camera, grabber = begun()
    camera.fail(ZeroDivisionError("division by zero"))
    until(lambda: grabber.take(1.0) is None, grabber)
    assert grabber.fault == CameraFault(CameraFaultKind.FAILED, detail="ZeroDivisionError: division by zero")


def test_a_recording_that_is_over_says_so_and_does_not_begin_anew() -> None:
    over = CameraFault(CameraFaultKind.RECORDING_ENDED, Device.RECORDING, "clip.mp4")
    camera, grabber = begun()
    camera.show(1.0)
    camera.fail(RecordingEndedError(over))
    until(lambda: grabber.take(1.0) is not None, grabber)
    assert grabber.fault == over
    assert grabber.take(1e9) is None
    assert (grabber.fault, grabber._worker) == (over, None), "the cupboard has no other"


def test_it_settles_between_two_frames_and_once_and_stopping_closes_it_and_starts_no_other() -> None:
    camera = FakeCamera()
    cupboard = Cupboard(camera)
    grabber = Grabber(cupboard)
    grabber.settle()
    assert grabber.take(0.0) is None
    camera.wait()
    grabber.settle(Mains.HZ_60)
    grabber.settle()
    camera.show(1.0, 2.0)
    assert camera.settled == [Mains.HZ_60, None]
    grabber.stop()
    camera.feed.put(Frame(np.zeros((2, 2, 3), np.uint8), 3.0))
    assert camera.closed.acquire(timeout=SOON_S)
    assert grabber.take(100.0) is None
    assert cupboard.opened == 1
