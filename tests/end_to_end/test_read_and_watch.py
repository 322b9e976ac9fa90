"""`dice-table read` and `watch` on real pictures: what they print, line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulator import SimulatedTable

pytestmark = pytest.mark.usefixtures("weights")


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of the simulated table with three dice at rest."""
    table = SimulatedTable(4, 3, fps=8, brisk=True)
    table.throw([0, 1, 2])
    image = table.advance()
    while not table.idle:
        image = table.advance()
    path = tmp_path_factory.mktemp("photos") / "three.png"
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    return path


def dice_table(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kiosk", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def test_read_prints_a_line_for_each_photo(photo: Path, tmp_path: Path) -> None:
    done = dice_table("read", "--json", photo, photo, cwd=tmp_path)
    assert done.returncode == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["file"] for line in lines] == [str(photo)] * 2
    for line in lines:
        assert set(line) == {"file", "dice", "certain"}
        assert isinstance(line["certain"], bool)
        for die in line["dice"]:
            assert die["value"] in range(1, 7)
            assert len(die["box"]) == 4
            assert 0 <= die["confidence"] <= 1


def test_an_unreadable_photo_does_not_keep_the_others_from_being_read(photo: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    done = dice_table("read", "--json", broken, tmp_path / "none.jpg", photo, cwd=tmp_path)
    assert done.returncode == 1
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [str(photo)]
    first, second = done.stderr.splitlines()
    assert "broken.jpg" in first
    assert "none.jpg" in second


def test_show_writes_the_photo_with_what_was_seen(photo: Path, tmp_path: Path) -> None:
    assert dice_table("read", "--json", "--show", photo, cwd=tmp_path).returncode == 0
    shown = cv2.imdecode(np.frombuffer((tmp_path / "three.seen.jpg").read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (720, 1280, 3)


def test_watch_prints_a_line_for_each_change(photo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:03}.png").write_bytes(photo.read_bytes())
    done = dice_table("watch", "--json", folder, cwd=tmp_path)
    assert done.returncode == 0
    changes = [json.loads(line) for line in done.stdout.splitlines()]
    assert changes[-1]["state"] == "settled"
    for change in changes:
        assert set(change) == {"frame", "time", "state", "dice", "doubts"}
        assert all(set(die) == {"track", "value", "box", "thrown"} for die in change["dice"])
        assert all(set(doubt) == {"kind", "box"} for doubt in change["doubts"])
