"""A thread that turns says so, tells what ended it, and is waited for."""

import threading
import time
from functools import partial

from waiting import WAIT_S

from kiosk.runtime.threads import HEALTHY_S, Turning


def waits_for(event: threading.Event) -> None:
    event.wait(WAIT_S)


def test_a_thread_that_turns_says_so_by_itself_and_one_that_hangs_does_not() -> None:
    turned, hangs = threading.Event(), threading.Event()
    thread, stuck = Turning("turns", turned.set, 0.001), Turning("stuck", partial(waits_for, hangs), 0.001)
    thread.turned_at = stuck.turned_at = time.monotonic() - HEALTHY_S - 1
    try:
        for turning in (thread, stuck):
            turning.start()
        turned.wait(WAIT_S)
        turned.clear()
        assert turned.wait(WAIT_S), "it turns again and again"
        assert thread.healthy(time.monotonic())
        assert not stuck.healthy(time.monotonic())
    finally:
        hangs.set()
        thread.stop()
        stuck.stop()


def test_one_that_never_began_has_ended_and_one_that_hangs_has_not() -> None:
    hangs = threading.Event()
    assert Turning("never", lambda: None, 0.001).ended(0.0)
    stuck = Turning("stuck", partial(waits_for, hangs), 0.001)
    stuck.start()
    stuck.stop()
    assert not stuck.ended(0.01)
    hangs.set()
    assert stuck.ended(WAIT_S)
