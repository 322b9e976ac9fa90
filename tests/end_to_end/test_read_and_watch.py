"""`dice-table read` and `watch` on real pictures: what they print, line by line."""

import json
import os
import struct
import sys
import zlib
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import Program, run

from hardware.simulator import SimulatedTable


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


@pytest.fixture
def dice_table(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    """The command, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return partial(run, capfd, monkeypatch)


def test_read_prints_a_line_for_each_photo(photo: Path, dice_table: Program) -> None:
    done = dice_table("read", "--json", photo, photo)
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


def test_read_is_told_how_many_dice_lie_there(photo: Path, dice_table: Program) -> None:
    told = {n: json.loads(dice_table("read", "--json", "--expect", n, photo).stdout) for n in (3, 4)}
    assert len(told[3]["dice"]) == len(told[4]["dice"]) == 3, "a number makes up no die"
    assert (told[3]["certain"], told[4]["certain"]) == (True, False)
    assert "in doubt: count" in dice_table("read", "--expect", 4, photo).stdout


def test_an_unreadable_photo_does_not_keep_the_others_from_being_read(
    photo: Path, tmp_path: Path, dice_table: Program
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    done = dice_table("read", "--json", broken, tmp_path / "none.jpg", photo)
    assert done.returncode == 1
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [str(photo)]
    first, second = done.stderr.splitlines()
    assert "broken.jpg" in first
    assert "none.jpg" in second


def enormous(path: Path) -> None:
    """A picture of 900 million pixels in few bytes."""
    width = height = 30_000
    deflate = zlib.compressobj(9)
    rows = b"".join(deflate.compress(bytes(width // 8 + 1)) for _ in range(height)) + deflate.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    parts = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))


def test_what_is_no_picture_is_called_what_it_is(tmp_path: Path, dice_table: Program) -> None:
    enormous(tmp_path / "large.png")
    (tmp_path / "long.png").touch()
    os.truncate(tmp_path / "long.png", 2**33)
    (tmp_path / "empty.png").touch()
    if sys.platform == "win32":
        (tmp_path / "pipe.png").touch()
    else:
        os.mkfifo(tmp_path / "pipe.png")
    names = ("none.png", "photos", "large.png", "long.png", "empty.png", "pipe.png")
    (tmp_path / "photos").mkdir()
    done = dice_table("read", *names)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "There is no none.png.",
        "photos is a folder, no picture.",
        "The picture large.png is too large.",
        "The picture long.png is too large.",
        "empty.png shows no picture.",
        "pipe.png shows no picture.",
    ]
    for name in ("none.png", "pipe.png"):
        done = dice_table("watch", name)
        assert (done.returncode, len(done.stderr.splitlines()), name in done.stderr) == (1, 1, True)


def test_a_very_large_photo_is_read_smaller_and_told_as_stored(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiosk import pictures

    image, scale = pictures.load(photo)
    assert (image.shape, scale) == ((720, 1280, 3), 1.0)
    monkeypatch.setattr(pictures, "LARGEST_PX", image.shape[0] * image.shape[1] // 4)
    smaller, scale = pictures.load(photo)
    assert smaller.shape[0] * scale == pytest.approx(image.shape[0], abs=2)
    assert scale == pytest.approx(2.0)


def test_show_writes_the_photo_with_what_was_seen(photo: Path, tmp_path: Path, dice_table: Program) -> None:
    assert dice_table("read", "--json", "--show", photo).returncode == 0
    shown = cv2.imdecode(np.frombuffer((tmp_path / "three.seen.jpg").read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (720, 1280, 3)


def test_watch_prints_a_line_for_each_change(photo: Path, tmp_path: Path, dice_table: Program) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:03}.png").write_bytes(photo.read_bytes())
    done = dice_table("watch", "--json", folder)
    assert done.returncode == 0
    changes = [json.loads(line) for line in done.stdout.splitlines()]
    assert changes[-1]["state"] == "settled"
    for change in changes:
        assert set(change) == {"frame", "time", "state", "dice", "doubts"}
        assert all(set(die) == {"track", "value", "box", "thrown"} for die in change["dice"])
        assert all(set(doubt) == {"kind", "box"} for doubt in change["doubts"])
