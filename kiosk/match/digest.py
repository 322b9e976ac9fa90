"""The sums of one match, counted as it ends, so that statistics need not replay years of matches."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kiosk.games.core import Action, Happening, IllegalActionError, Roll
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.accuracy import Accuracy, count
from kiosk.match.log import Entry, Record, actions_of, walk

VERSION = 3
"""Version of a digest's fields and counting; a digest of another version is counted anew where it is needed."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A match, as far as it counts among others.

    Attributes:
        corrections: how many throws people said were read wrongly.
        read: how many dice were read and corrected, see `Accuracy`.
        throws: how often dice were thrown.
        seconds: how long the match took while the table was on.
        faces: how often each face was thrown, 1 to 6.
        best: the names of hands that turns ended with and that rank first of all; `worst` those that rank last.
        version: see `VERSION`.
    """

    corrections: int
    read: Mapping[str, Any]
    throws: int
    seconds: float
    faces: Sequence[int]
    best: Sequence[Text]
    worst: Sequence[Text]
    version: int = VERSION

    def written(self) -> str:
        """As JSON, to be `read` again."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def of_written(cls, written: str) -> "Digest | None":
        body = json.loads(written)
        if body["version"] != VERSION:
            return None
        return cls(**body | {kind: [_text(hand) for hand in body[kind]] for kind in ("best", "worst")})


def digest(match: Record, entries: Sequence[Entry]) -> Digest:
    """The digest of one match; of one played by another version's rules only what needs no rules is counted."""
    walked, read = list(walk(entries)), Accuracy()
    count(walked, read)
    actions = actions_of(entries)
    rolls = [action for action in actions if isinstance(action, Roll)]
    thrown = [value for roll in rolls for value in roll.values]
    hands = list(_hands(match, actions))
    return Digest(
        corrections=sum(step.said_by_people for step in walked),
        read=read.document(),
        throws=len(rolls),
        seconds=walked[-1].elapsed_s if walked else 0.0,
        faces=[thrown.count(face) for face in range(1, 7)],
        best=[name for name, best in hands if best],
        worst=[name for name, best in hands if not best],
    )


def _hands(match: Record, actions: Sequence[Action]) -> Iterator[tuple[Text, bool]]:
    """The hands that turns ended with and that rank first or last, where the rules rank them; whether it is first.

    What was taken back does not count.
    """
    found = []
    try:
        rules = game(match.game)(match.preset, match.options)
        state = rules.start(len(match.players), match.first)
        for action in actions:
            state, events = rules.apply(state, action)
            for event in events:
                hand = event.hand if event.what is Happening.TURN_ENDED else None
                if hand is not None and hand.rank is not None and hand.rank in {1, hand.ranks}:
                    found.append((hand.name, hand.rank == 1))
    except (OptionError, IllegalActionError, LookupError):
        return
    yield from found


def _text(body: Mapping[str, Any]) -> Text:
    values = ((name, _text(value) if isinstance(value, dict) else value) for name, value in body["values"])
    return Text(body["message"], tuple(values), body["plural"])
