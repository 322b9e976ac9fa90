"""What pictures leave behind is given back to the system now and then, and not with every picture."""

import pytest

from kiosk.appliance.systemd import EVERY_S, Heap


def test_it_is_tidied_once_in_so_many_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    heap, tidied = Heap(), list[int]()
    monkeypatch.setattr(heap, "_trim", tidied.append)
    for now in (5.0, 6.0, 5.0 + EVERY_S - 1, 5.0 + EVERY_S, 6.0 + EVERY_S):
        heap.tidy(now)
    assert tidied == [0, 0]
