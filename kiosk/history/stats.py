"""What the years at the table come to: matches, hands worth telling of, the longest, everybody's form, fair dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kiosk.games.core import Roll
from kiosk.games.options import OptionError
from kiosk.games.registry import game
from kiosk.history.fairness import Fairness, fairness, total
from kiosk.history.history import HistoryError, steps, summary
from kiosk.history.steps import StepKind
from kiosk.locale import SOURCE_LANGUAGE, translate
from kiosk.match.log import Entry, Record, actions_of, walk

LONGEST = 3
REGULAR = 3
"""Whoever has played so many matches to their end is a regular."""
FORM = 5
"""Last places that are told of each."""


@dataclass(slots=True)
class Form:
    """A regular's matches that were played to the end: the place in each, first to last."""

    places: list[int] = field(default_factory=list)

    @property
    def won(self) -> int:
        """Matches won, alone or with others."""
        return self.places.count(1)


@dataclass(frozen=True, slots=True)
class Long:
    """A match, and how long it was."""

    match: int
    game: str
    throws: int
    seconds: float


@dataclass(slots=True)
class Stats:
    """All of it; `best` and `worst` count hands that rank first and last among all of their game, by game and name."""

    states: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    best: Counter[tuple[str, str]] = field(default_factory=Counter)
    worst: Counter[tuple[str, str]] = field(default_factory=Counter)
    longest: list[Long] = field(default_factory=list)
    form: dict[str, Form] = field(default_factory=dict)
    fairness: Fairness = field(default_factory=lambda: total(()))

    def document(self) -> dict[str, Any]:
        """As JSON."""

        def hands(found: Counter[tuple[str, str]]) -> list[dict[str, Any]]:
            return [{"game": kind, "hand": hand, "times": times} for (kind, hand), times in found.most_common()]

        return {
            "matches": {"all": self.states.total(), **self.states},
            "games": dict(self.games.most_common()),
            "best_hands": hands(self.best),
            "worst_hands": hands(self.worst),
            "longest": [
                {"match": one.match, "game": one.game, "throws": one.throws, "minutes": round(one.seconds / 60, 1)}
                for one in self.longest
            ],
            "players": {
                name: {"matches": len(form.places), "won": form.won, "form": form.places[-FORM:]}
                for name, form in self._regulars()
            },
            "dice": {
                "faces": list(self.fairness.counts),
                "chi_squared": round(self.fairness.chi_squared, 4),
                "p_value": round(self.fairness.p_value, 6),
                "sentence": self.fairness.sentence(),
            },
        }

    def text(self) -> Iterator[str]:
        """As text."""
        states = ", ".join(f"{count} {state}" for state, count in self.states.most_common())
        yield f"Matches: {self.states.total()}" + (f" ({states})" if states else "")
        for name, count in self.games.most_common():
            yield f"  {count:5}  {name}"
        for title, found in (("Best hands of their game:", self.best), ("Worst hands of their game:", self.worst)):
            if found:
                yield title
                yield from (f"  {times:5}  {hand} ({kind})" for (kind, hand), times in found.most_common())
        if self.longest:
            yield "Longest matches:"
            for one in self.longest:
                yield f"  match {one.match} ({one.game}): {one.throws} throws, {one.seconds / 60:.0f} minutes"
        if regulars := self._regulars():
            yield f"Regulars (won of played; the last {FORM} places):"
            for name, form in regulars:
                yield f"  {name}: {form.won} of {len(form.places)}; {' '.join(map(str, form.places[-FORM:]))}"
        faces = ", ".join(f"{face}: {count}" for face, count in enumerate(self.fairness.counts, 1))
        yield f"Dice by face: {faces}"
        yield self.fairness.sentence()

    def _regulars(self) -> list[tuple[str, Form]]:
        regulars = [(name, form) for name, form in self.form.items() if len(form.places) >= REGULAR]
        return sorted(regulars, key=lambda one: (-one[1].won / len(one[1].places), one[0]))


def stats(matches: Iterable[tuple[Record, Sequence[Entry]]]) -> Stats:
    """From every match's entries; what was played by rules of another version counts where rules are not needed."""
    found = Stats()
    dice: list[Fairness] = []
    lengths: list[Long] = []
    for match, entries in matches:
        actions = actions_of(entries)
        dice.append(fairness(actions))
        told = summary(match, entries)
        found.states[told["state"]] += 1
        found.games[_title(match)] += 1
        for place, names in enumerate(told["standing"] or [], 1):
            for name in names:
                if match.players.index(name) not in match.house:
                    found.form.setdefault(name, Form()).places.append(place)
        throws = sum(isinstance(action, Roll) for action in actions)
        lengths.append(Long(match.id, _title(match), throws, _seconds(entries)))
        _hands(match, entries, found)
    found.longest = sorted(lengths, key=lambda one: -one.throws)[:LONGEST]
    found.fairness = total(dice)
    return found


def _hands(match: Record, entries: Sequence[Entry], found: Stats) -> None:
    """Count the hands that turns ended with, where the rules rank them; those taken back do not count."""
    ended: dict[int, tuple[str, Counter[tuple[str, str]]]] = {}
    """By the number of actions after which a turn had ended."""
    try:
        for step in steps(match, entries):
            now = len(step.match.actions)
            ended = {length: hand for length, hand in ended.items() if length < now}
            turn = step.match.ended_hand() if step.kind is not StepKind.KEEP else None
            hand = turn[1] if turn is not None else None
            if hand is not None and hand.rank is not None and hand.rank in {1, hand.ranks}:
                name = translate(hand.name, SOURCE_LANGUAGE, match.players)
                ended[now] = name, found.best if hand.rank == 1 else found.worst
    except HistoryError:
        return
    for name, where in ended.values():
        where[_title(match), name] += 1


def _title(match: Record) -> str:
    try:
        return translate(game(match.game).title, SOURCE_LANGUAGE)
    except OptionError:
        return match.game


def _seconds(entries: Sequence[Entry]) -> float:
    return max((step.elapsed_s for step in walk(entries)), default=0.0)
