"""What the years at the table come to: matches, hands worth telling of, the longest, everybody's form, fair dice."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.history.fairness import Fairness
from kiosk.history.history import Past, state
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match.accuracy import Accuracy

LONGEST = 3
REGULAR = 3
"""Whoever has played three matches to their end is a regular."""
FORM = 5
"""The last 5 places of each regular are told."""


@dataclass(slots=True)
class Stats:
    """All of it; `best` and `worst` count hands that rank first and last among all of their game, by game and name.

    `form` has everybody's places in the matches that were played to their end, first to last.
    """

    states: Counter[str] = field(default_factory=Counter)
    games: Counter[Text] = field(default_factory=Counter)
    best: Counter[tuple[Text, Text]] = field(default_factory=Counter)
    worst: Counter[tuple[Text, Text]] = field(default_factory=Counter)
    longest: list[Past] = field(default_factory=list)
    form: dict[str, list[int]] = field(default_factory=dict)
    fairness: Fairness = field(default_factory=lambda: Fairness((0,) * 6))
    read: Accuracy = field(default_factory=Accuracy)

    def document(self) -> dict[str, Any]:
        def hands(found: Counter[tuple[Text, Text]]) -> list[dict[str, Any]]:
            return [
                {"game": _in_english(kind), "hand": _in_english(hand), "times": times}
                for (kind, hand), times in found.most_common()
            ]

        return {
            "matches": {"all": self.states.total(), **self.states},
            "games": {_in_english(kind): times for kind, times in self.games.most_common()},
            "best_hands": hands(self.best),
            "worst_hands": hands(self.worst),
            "longest": [
                {
                    "match": past.match.number,
                    "game": _in_english(_title(past.match.game)),
                    "throws": past.digest.throws,
                    "minutes": round(past.digest.seconds / 60, 1),
                }
                for past in self.longest
            ],
            "players": {
                name: {"matches": len(places), "won": places.count(1), "form": places[-FORM:]}
                for name, places in self._regulars()
            },
            "dice": {
                "faces": list(self.fairness.counts),
                "chi_squared": round(self.fairness.chi_squared, 4),
                "p_value": round(self.fairness.p_value, 6),
                "sentence": self.fairness.sentence(),
            },
            "read": self.read.document(),
        }

    def text(self) -> Iterator[str]:
        states = ", ".join(f"{count} {state}" for state, count in self.states.most_common())
        yield f"Matches: {self.states.total()}" + (f" ({states})" if states else "")
        for name, count in self.games.most_common():
            yield f"  {count:5}  {_in_english(name)}"
        for title, found in (("Best hands of their game:", self.best), ("Worst hands of their game:", self.worst)):
            if found:
                yield title
                for (kind, hand), times in found.most_common():
                    yield f"  {times:5}  {_in_english(hand)} ({_in_english(kind)})"
        if self.longest:
            yield "Longest matches:"
            for past in self.longest:
                title = _in_english(_title(past.match.game))
                throws = _several(past.digest.throws, "throw")
                minutes = _several(round(past.digest.seconds / 60), "minute")
                yield f"  match {past.match.number} ({title}): {throws}, {minutes}"
        if regulars := self._regulars():
            yield f"Regulars (won of played; the last {FORM} places):"
            for player, places in regulars:
                yield f"  {player}: {places.count(1)} of {len(places)}; {' '.join(map(str, places[-FORM:]))}"
        faces = ", ".join(f"{face}: {count}" for face, count in enumerate(self.fairness.counts, 1))
        yield f"Dice by face: {faces}"
        yield self.fairness.sentence()
        yield from self.read.text()

    def _regulars(self) -> list[tuple[str, list[int]]]:
        regulars = [(name, places) for name, places in self.form.items() if len(places) >= REGULAR]
        return sorted(regulars, key=lambda its: (-its[1].count(1) / len(its[1]), its[0]))


def stats(matches: Iterable[Past]) -> Stats:
    """The statistics of all these matches."""
    found, every = Stats(), [*matches]
    for past in every:
        match, counted = past.match, past.digest
        found.states[state(past.end)] += 1
        title = _title(match.game)
        found.games[title] += 1
        for place, seats in enumerate((past.end or {}).get("standing", ()), 1):
            for seat in seats:
                if seat not in match.house:
                    found.form.setdefault(match.players[seat], []).append(place)
        found.best.update((title, hand) for hand in counted.best)
        found.worst.update((title, hand) for hand in counted.worst)
        found.read.take(counted.read)
    found.longest = sorted(every, key=lambda past: -past.digest.throws)[:LONGEST]
    found.fairness = Fairness([sum(past.digest.faces[face] for past in every) for face in range(6)])
    return found


def _title(name: str) -> Text:
    """What a game is called; by its name alone, if it is of another version of this program."""
    try:
        return game(name).title
    except OptionError:
        return Text(name)


def _in_english(text: Text) -> str:
    return translate(text, SOURCE_LANGUAGE)


def _several(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
