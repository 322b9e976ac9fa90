"""A line as it travels: written and read, its key, and what is no line."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from kiosk.match.log import Entry, EntryKind, Record
from league.lines import LARGEST_BYTES, Heading, Line, LineError

RECORD = Record("7", "zanzibar", None, {}, ("Inès", "House"), 0, "2026-11-27T20:00:00Z", frozenset({1}), 7)
ENTRY = Entry(EntryKind.ACTION, {"roll": [4, 2, 1]}, 12.5, "2026-11-27T20:01:00Z")
LINE = Line.of(Heading.of(RECORD), 31, "", ENTRY)


def told(**other: Any) -> bytes:
    return json.dumps(json.loads(LINE.written()) | other).encode()


def test_a_line_comes_as_it_was_sent() -> None:
    read = Line.read(LINE.written())
    assert read == LINE
    assert (read.match.record(), read.entry(), read.entry().at) == (RECORD, ENTRY, ENTRY.at)
    assert read.match.record().started == RECORD.started


def test_the_same_line_has_the_same_key_and_another_has_another() -> None:
    key = LINE.key("zinc")
    assert Line.read(told(line=99)).key("zinc") == key, "a restored disk gives other numbers"
    others = [
        LINE.key("comptoir"),
        Line.read(told(before="0" * 32)).key("zinc"),
        Line.read(told(at="2026-11-27T20:01:01Z")).key("zinc"),
        Line.read(told(body={"roll": [4, 2, 2]})).key("zinc"),
        Line.of(Heading.of(replace(RECORD, id="8")), 31, "", ENTRY).key("zinc"),
    ]
    assert len({key, *others}) == 6


def test_names_are_no_part_of_keys() -> None:
    other = Line.of(Heading.of(replace(RECORD, players=("Max", "House"))), 31, "", ENTRY)
    assert other.key("zinc") == LINE.key("zinc")


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff",
        b"[]",
        b"x" * (LARGEST_BYTES + 1),
        told(kind="rule"),
        told(more=1),
        told(time=float("nan")),
        told(body={"seen": float("inf")}),
        told(body={"choose": "a\0b"}),
        told(body="roll"),
        told(line=0),
        told(before="somewhere"),
        told(match=json.loads(LINE.written())["match"] | {"players": []}),
        told(match=json.loads(LINE.written())["match"] | {"first": 2}),
        told(match=json.loads(LINE.written())["match"] | {"started": "yesterday"}),
        told(match=json.loads(LINE.written())["match"] | {"players": ["x" * 41, "y"]}),
    ],
)
def test_what_is_no_line_is_refused_in_a_sentence(payload: bytes) -> None:
    with pytest.raises(LineError) as refused:
        Line.read(payload)
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 200
