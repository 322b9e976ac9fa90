"""What pictures leave behind is given back to the system now and then, and not with every picture."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from kiosk.appliance.heap import EVERY_S, Heap


def test_it_is_tidied_once_in_so_many_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    heap, tidied = Heap(), list[int]()
    monkeypatch.setattr(heap, "_trim", tidied.append)
    for now in (5.0, 6.0, 5.0 + EVERY_S - 1, 5.0 + EVERY_S, 6.0 + EVERY_S):
        heap.tidy(now)
    assert tidied == [0, 0]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is nothing to tidy with")
def test_what_is_still_held_stays() -> None:
    held = np.arange(100_000)
    Heap().tidy(0.0)
    assert held.sum() == 4_999_950_000
