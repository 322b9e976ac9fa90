"""A sample of the pairs of accidents, with those that once ended a table; and that what is looked for is noticed."""

import pytest

from kiosk.session.fault_texts import FaultText
from kiosk.session.faults import Faults
from workshop.benchmarks.pairs.__main__ import pairs, tried

ONCE_WRONG = [
    ("421", "with a die missing", "the camera hangs", "END, by an arm over the tray"),
    ("421", "after a throw", "the camera is gone", "the disk is full"),
    ("421", "after a full disk", "the disk is full", "another match"),
]
SAMPLE = pairs()[::9001]


@pytest.mark.slow
@pytest.mark.parametrize("pair", ONCE_WRONG + SAMPLE, ids=", ".join)
def test_whatever_happens_after_whatever_nothing_raises_sticks_or_is_lost(pair: tuple[str, str, str, str]) -> None:
    assert tried(*pair) == ""


@pytest.mark.slow
def test_it_notices_a_fault_that_is_shown_and_over(monkeypatch: pytest.MonkeyPatch) -> None:
    fails = Faults.camera_fails

    def never_back(faults: Faults, trouble: FaultText | None, now: float) -> None:
        if trouble is not None:
            fails(faults, trouble, now)

    monkeypatch.setattr(Faults, "camera_fails", never_back)
    assert tried("421", "after a throw", "the camera is gone", "END").startswith("a fault is shown that is over")
