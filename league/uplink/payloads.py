"""What a table tells whoever listens to the broker, in English: the match under way, great hands, what it is itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiosk.games.core import Happening, IllegalActionError
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.history.steps import StepKind, replayed
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match.log import Entry, Record, actions_of, end_of
from kiosk.match.progress import Progress
from kiosk.match.summary import counts
from league import topics

BEST_HAND, MATCH_OVER = "best_hand", "match_over"
MOMENTS = (BEST_HAND, MATCH_OVER)
"""What lamps may flash at."""
UNKNOWN_RULES = (OptionError, IllegalActionError, LookupError)
"""What a match ends in that was played by rules of another version."""


def live(table: str, record: Record, entries: Sequence[Entry]) -> dict[str, Any]:
    """The match at a table of this title, in a few hundred bytes; without scores where its rules are not known here."""
    end = end_of(entries)
    told: dict[str, Any] = {
        "table": table,
        "match": record.number,
        "game": record.game,
        "players": list(record.players),
        "state": "under way" if end is None else "over" if end.get("standing") else "given up",
        "at": entries[-1].at if entries else record.started,
    }
    try:
        match = Progress(record, game(record.game)(record.preset, record.options))
        match.follow(0, actions_of(entries))
    except UNKNOWN_RULES:
        return told
    view, last = match.board, match.events[-1:] if entries else ()
    return told | {
        "title": translate(match.title, SOURCE_LANGUAGE),
        "scores": list(counts(view)),
        "turn": view.seat,
        "dice": [match.hand[slot] for slot in sorted(match.hand)],
        "said": [translate(event.text, SOURCE_LANGUAGE, record.players) for event in last],
    }


def moments(record: Record, entries: Sequence[Entry], fresh: int) -> Iterator[dict[str, Any]]:
    """What is worth a lamp among the last `fresh` entries; nothing where the rules are not known here."""
    known = set(map(id, entries[len(entries) - fresh :]))
    try:
        for step in replayed(record, entries):
            if id(step.entry) not in known:
                continue
            if step.kind is StepKind.END and step.entry.body.get("standing"):
                yield {"event_type": MATCH_OVER, "match": record.number, "standing": step.entry.body["standing"]}
            elif step.kind is not StepKind.UNDO:
                for event in step.match.events:
                    if event.what is Happening.TURN_ENDED and event.hand is not None and event.hand.rank == 1:
                        hand = translate(event.hand.name, SOURCE_LANGUAGE, record.players)
                        who = None if event.seat is None else record.players[event.seat]
                        yield {"event_type": BEST_HAND, "match": record.number, "hand": hand, "player": who}
    except UNKNOWN_RULES:
        return


def announcement(table: str, title: str) -> dict[str, Any]:
    """What Home Assistant makes a device of: whether it is there, the match, and an event for lamps.

    https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
    """
    place = topics.topic(table, topics.LIVE)
    name = f"{topics.ROOT}-{table}"
    return {
        "device": {"identifiers": [name], "name": title, "manufacturer": "Dice Table"},
        "origin": {"name": "dice-table"},
        "availability_topic": topics.topic(table, topics.STATE),
        "components": {
            "match": {
                "platform": "sensor",
                "unique_id": f"{name}-match",
                "name": "Match",
                "icon": "mdi:dice-multiple",
                "state_topic": place,
                "value_template": "{{ value_json.title | default(value_json.game) }}",
                "json_attributes_topic": place,
            },
            "playing": {
                "platform": "binary_sensor",
                "unique_id": f"{name}-playing",
                "name": "Playing",
                "state_topic": place,
                "value_template": "{{ 'ON' if value_json.state == 'under way' else 'OFF' }}",
            },
            "moment": {
                "platform": "event",
                "unique_id": f"{name}-moment",
                "name": "Moment",
                "event_types": list(MOMENTS),
                "state_topic": topics.topic(table, topics.MOMENT),
            },
        },
    }
