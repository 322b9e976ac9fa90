"""What a table keeps for itself: whatever stands in a file, the table starts, says so, and keeps the file."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.files import BadFileError, StoredFile
from kiosk.games.text import Text
from kiosk.session.guide.guide import BOOKMARK
from kiosk.session.kept_tray import TRAY
from kiosk.session.preferences import CHANGES
from kiosk.settings.noted import MOUNTING, SEEN

GOOD: dict[StoredFile[Any], dict[str, Any]] = {
    CHANGES: {"language": {"from": "en", "to": "fr"}, "brightness": {"from": 1.0, "to": 0.7}},
    BOOKMARK: {"step": 2},
    SEEN: {"file": "0123abcd"},
    MOUNTING: {"from": [0, False], "to": [90, True]},
    TRAY: {
        "frame": [1280, 720],
        "outline": [[100.0, 100.0], [1200.0, 110.0], [1190.0, 650.0], [90.0, 640.0]],
        "edges": [30.0, 70.0],
        "colours": [[[200, 210, 220], [201, 211, 219]]],
        "faces": [],
        "mounting": [0, False],
    },
}


def deep(opening: str, closing: str) -> bytes:
    return b'{"step": ' + opening.encode() * 3000 + b"1" + closing.encode() * 3000 + b"}"


def folder(file: Path) -> None:
    file.mkdir()
    (file / "inside").touch()


def pipe(file: Path) -> None:
    os.mkfifo(file)


def endless(file: Path) -> None:
    file.symlink_to("/dev/zero")


def large(file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(1 << 30)


def text(content: bytes) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(content)


BAD: dict[str, Callable[[Path], object]] = {
    "nothing": text(b""),
    "another kind": text(b"[]"),
    "no object": text(b"3"),
    "an unknown key": text(b'{"stepp": 1}'),
    "nested lists": text(deep("[", "]")),
    "nested objects": text(deep('{"a": ', "}")),
    "no UTF-8": text(b'{"step": "\xff\xfe"}'),
    "half a letter": text(rb'{"step": "\ud800"}'),
    "NUL": text(b'{"step": "\0"}'),
    "a number without end": text(b'{"step": ' + b"9" * 5000 + b"}"),
    "a folder": folder,
    "a pipe": pipe,
    "an endless device": endless,
    "a gigabyte": large,
}


@pytest.mark.parametrize(
    ("stored", "bad"),
    [*((BOOKMARK, bad) for bad in BAD.values()), *((stored, BAD["another kind"]) for stored in GOOD)],
    ids=[*BAD, *(f"{stored.name} of another kind" for stored in GOOD)],
)
def test_what_cannot_be_used_is_told_kept_aside_and_done_without(
    stored: StoredFile[Any], bad: Callable[[Path], object], tmp_path: Path
) -> None:
    bad(tmp_path / stored.name)
    with pytest.raises(BadFileError, match=stored.name):
        stored.read(tmp_path)
    told: list[Text] = []
    assert stored.take(tmp_path, told.append) is None
    assert [file.name for file in tmp_path.iterdir()] == [f"{stored.name}.damaged-1"]
    assert [dict(text.values)["aside"] for text in told] == [f"{stored.name}.damaged-1"]


def test_a_folder_in_which_nothing_can_be_renamed_stops_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a file, no folder"
    file.touch()
    told: list[Text] = []
    assert BOOKMARK.take(file, told.append) is None
    assert [dict(text.values) for text in told] == [{"file": BOOKMARK.name}]


@pytest.mark.parametrize("stored", GOOD, ids=lambda stored: stored.name)
def test_no_bit_of_it_flips_unnoticed(stored: StoredFile[Any], tmp_path: Path) -> None:
    assert stored.read(tmp_path) is None
    value = stored.model.model_validate_json(json.dumps(GOOD[stored]))
    file = stored.write(tmp_path, value)
    assert stored.read(tmp_path) == value
    whole, chance = file.read_bytes(), random.Random(63)
    for bit in chance.sample(range(8 * len(whole)), min(400, 8 * len(whole))):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        file.write_bytes(flipped)
        try:
            assert stored.read(tmp_path) == value  # a space that became a tab, say
        except BadFileError:
            continue


@pytest.mark.parametrize("stored", GOOD, ids=lambda stored: stored.name)
def test_what_versions_without_a_checksum_wrote_is_understood(stored: StoredFile[Any], tmp_path: Path) -> None:
    (tmp_path / stored.name).write_text(json.dumps(GOOD[stored], indent=2))
    assert stored.read(tmp_path) == stored.model.model_validate_json(json.dumps(GOOD[stored]))


NAN, INFINITE = float("nan"), float("inf")
LINE = [[5000.0, 5000.0], [6000.0, 5000.0], [6000.0, 6000.0]]
OUT_OF_BOUNDS: list[tuple[StoredFile[Any], str, list[Any]]] = [
    (TRAY, "outline", [[], [[1.0, 1.0], [2.0, 2.0]], LINE, [[1e300, 0.0], [0.0, 1.0], [1.0, 1.0]]]),
    (TRAY, "outline", [[[x, 0.0], [9.0, 9.0], [0.0, 9.0]] for x in (NAN, INFINITE, None, "1")]),
    (TRAY, "frame", [[0, 0], [-1280, 720], [1280], [1280.5, 720], [10**30, 720]]),
    (TRAY, "edges", [[70.0, 30.0], [0.0, 70.0], [NAN, 70.0]]),
    (TRAY, "colours", [[], [[]], [[[256, 0, 0]]], [[[1, 2]]], [[[1, 2, 3]]] * 3]),
    (TRAY, "faces", [[{"value": value, "png": "x", "edge": 0.1}] for value in (6, 7)]),
    (TRAY, "mounting", [[45, False]]),
    (CHANGES, "brightness", [{"from": 1.0, "to": to} for to in (0.39, 1.01, NAN, "0.5", True)]),
    (CHANGES, "language", [{"from": "en", "to": to} for to in ("tlh", 3, None)]),
    (CHANGES, "sound", [{"from": "low", "to": "loud"}, "low"]),
    (BOOKMARK, "step", [-1, 4, 1.5, "1", True]),
    (MOUNTING, "to", [[45, False], [90], [90, 1], 3]),
]


@pytest.mark.parametrize(("stored", "key", "values"), OUT_OF_BOUNDS)
def test_what_is_out_of_bounds_is_not_believed(
    stored: StoredFile[Any], key: str, values: list[object], tmp_path: Path
) -> None:
    for value in values:
        (tmp_path / stored.name).write_text(json.dumps(GOOD[stored] | {key: value}))
        with pytest.raises(BadFileError, match=stored.name):
            stored.read(tmp_path)
