"""A post as it travels: written and read, the keys of its lines, and whatever else somebody may send."""

import gzip
import json
from dataclasses import replace
from typing import Any

import pytest

from kiosk.match.log import Entry, EntryKind, Record
from kiosk.match.online import match_code
from league import wire
from league.server.outcome import match_of
from league.wire import FeedLine, Intro, WireError, canonical, heading, key, packed, read, says, unpacked

RECORD = Record("7", "zanzibar", "classique", {}, ("Inès", "House"), 0, "2026-11-27T20:00:00Z", frozenset({1}), 7)
ENTRY = Entry(EntryKind.ACTION, {"roll": [4, 2, 1]}, 12.5, "2026-11-27T20:01:00Z")
INTRO: dict[str, Any] = {"title": "Le Zinc", "after": "", "upto": "1:a", "more": False}
SETUP = heading(RECORD)
SAID = {"match": "7", "before": "", "says": dict(says(ENTRY))}
UNKNOWN = {"kind": "dance", "steps": [1, {"to": None}], "at": 3}


def post(*lines: object) -> bytes:
    return b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)


def test_a_match_comes_as_it_was_sent() -> None:
    found = read(unpacked(packed(Intro(**INTRO), [FeedLine(RECORD, 1, "", "", says(ENTRY))]), gzip=True))
    sent = found.matches["7"]
    record, entries = match_of(sent.setup.model_dump(), [json.loads(said) for _, said in sent.lines])
    assert (found.intro.title, sent.setup.names, record.started) == ("Le Zinc", [*RECORD.players], RECORD.started)
    assert replace(record, players=RECORD.players) == RECORD
    assert (entries, entries[0].at) == ([ENTRY], ENTRY.at)


def test_what_a_newer_table_says_comes_as_it_was_sent() -> None:
    newer = SETUP | {"weather": {"rain": 3}}
    [sent] = read(post(INTRO, {"setup": newer}, SAID | {"says": UNKNOWN})).matches.values()
    assert (sent.setup.model_dump(), sent.lines) == (newer, [("", canonical(UNKNOWN))])


def test_the_same_line_has_the_same_key_and_another_has_another() -> None:
    code, told = match_code("zinc", "7"), says(ENTRY)
    assert key(code, "", canonical(told)) == key(code, "", canonical(json.loads(json.dumps(told, sort_keys=False))))
    others = [
        key(match_code("comptoir", "7"), "", canonical(told)),
        key(match_code("zinc", "8"), "", canonical(told)),
        key(code, "0" * 32, canonical(told)),
        key(code, "", canonical(says(replace(ENTRY, at="2026-11-27T20:01:01Z")))),
        key(code, "", canonical(says(replace(ENTRY, body={"roll": [4, 2, 2]})))),
    ]
    assert len({key(code, "", canonical(told)), *others}) == 6


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[]",
        b"[" * 32_000,
        b"1" * 32_000,
        rb'{"title": "\ud800", "after": "", "upto": "", "more": false}',
        post(INTRO, b"[" * 32_000),
        post(INTRO, {"setup": SETUP}, SAID | {"says": []}),
        post(INTRO, {"setup": SETUP}, SAID | {"before": "somewhere"}),
        post(INTRO, {"setup": SETUP}, b'{"match": "7", "before": "", "says": {"time": NaN}}'),
        post(INTRO, {"setup": SETUP}, b'{"match": "7", "before": "", "says": {"time": 1e999}}'),
        post(
            INTRO, {"setup": SETUP}, b'{"match": "7", "before": "", "says": {"a": "' + b"x" * wire.LARGEST_LINE + b'"}}'
        ),
        post(INTRO, {"setup": SETUP}, rb'{"match": "7", "before": "", "says": {"a": "\udfff"}}'),
        post(INTRO, SAID),
        post({"setup": SETUP}, SAID),
        *(
            post(INTRO | dict([wrong]))
            for wrong in (("title", "x" * 61), ("title", "a\0"), ("upto", 3), ("more", None))
        ),
        *(
            post(INTRO, {"setup": SETUP | dict([wrong])})
            for wrong in (
                ("players", []),
                ("players", ["x" * 41]),
                ("players", ["a\0"]),
                ("id", 7),
                ("id", "[1"),
                ("number", -1),
            )
        ),
    ],
    ids=lambda body: body[:40],
)
def test_what_is_no_post_is_refused_in_a_sentence(body: bytes) -> None:
    with pytest.raises(WireError) as refused:
        read(body)
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"no gzip at all", "no gzip"),
        (gzip.compress(b"x" * 2 * wire.LARGEST_POST), "bytes at most"),
        (gzip.compress(b"{}" * 1000)[:-9], "too early"),
    ],
    ids=["no gzip", "a bomb", "cut off"],
)
def test_what_is_packed_otherwise_is_refused_without_being_unpacked(body: bytes, sentence: str) -> None:
    with pytest.raises(WireError, match=sentence):
        unpacked(body, gzip=True)
