"""The odds of a match: from any state that the table can show to an `Advice`."""

import threading
from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from typing import Any

from kiosk.games.aims import Aim
from kiosk.games.core import Choice, Offer, Pick, Throw, Turned
from kiosk.games.game import Game
from kiosk.games.state import ROLL_OFF, Hand, Heat, Turn, tidy
from kiosk.odds.advice import LEAST, Advice, Number, Option
from kiosk.odds.solvers import Solver, Solvers, Worth
from kiosk.odds.turns import fewest_thrown


def begun(game: Game[Any], seats: int, kind: str) -> Any:
    """A state of the game at the beginning of a round of this kind, before its first turn."""
    return replace(game.new(seats), round=1, heats=(Heat(kind, tuple(range(seats)), game.dice),))


class Odds:
    """The odds of one game with its house rules.

    Args:
        seats: how many play the match.
        background: work in a thread, beginning now; until something is worked out there is no advice about it.
        exact: fractions instead of floats, except in duels.
        aim: what to play for, instead of what the game says.
    """

    def __init__(
        self, game: Game[Any], seats: int, *, background: bool = False, exact: bool = False, aim: Aim | None = None
    ) -> None:
        self._game = game
        self._background = background
        self._find = Solvers(game, exact=exact, aim=aim)
        self._solvers: dict[tuple[str, int], Solver | None] = {}
        self._worker: threading.Thread | None = None
        if background:
            self._work(*(begun(game, seats, kind) for kind in game.kinds))

    def advice(self, state: Any) -> Advice | None:
        """What the odds say about a state of this game; None if there are none, or not yet."""
        game = self._game
        if state.turn is None or state.heat.kind == ROLL_OFF:
            return None
        worth = self._worth(state)
        if worth is None:
            return None
        turn: Turn = state.turn
        options: tuple[Option, ...] = ()
        match game.waits(state):
            case Throw():
                kept = tidy(die for slot, die in enumerate(turn.dice, 1) if slot in turn.kept and die)
                value, now = worth.throw(kept, turn.rolls), worth.now(kept) if worth.now else None
            case Choice() as choice:
                options = _options(worth, turn, choice, game, state)
                value, now = options[0].value, options[0].now
            case Pick(options=offers) if worth.boxes is not None:
                options = _uses(turn, offers, worth.boxes(turn))
                value, now = options[0].value, None
            case _:
                return None
        return Advice(turn.seat, worth.matter, turn.dice, options, value, now, worth.goal, game.figures)

    def join(self) -> None:
        """Wait until the background has worked out what it was asked for."""
        if self._worker is not None:
            self._worker.join()

    def _worth(self, state: Any) -> Worth | None:
        key = (state.heat.kind, len(state.heat.seats))
        if key not in self._solvers:
            if not self._background:
                self._solvers[key] = self._find.of(state)
            else:
                self._work(state)
                return None
        solver = self._solvers[key]
        return None if solver is None else solver(state)

    def _work(self, *states: Any) -> None:
        """Work out the odds of heats as in these states, in a thread, unless one is at work."""
        if self._worker is not None and self._worker.is_alive():
            return

        def work() -> None:
            for state in states:
                key = (state.heat.kind, len(state.heat.seats))
                try:
                    if key not in self._solvers:
                        self._solvers[key] = self._find.of(state)
                finally:
                    self._solvers.setdefault(key, None)  # after an error: it would only fail again

        self._worker = threading.Thread(target=work, name="odds", daemon=True)
        self._worker.start()


def _options(worth: Worth, turn: Turn, choice: Choice, game: Game[Any], state: Any) -> tuple[Option, ...]:
    """Every distinct choice, best first.

    Of equal choices the one that keeps most dice comes first, and so ending the turn; and one without turning sixes
    before one with it. But if nothing can be lost or won any more, throwing on comes before ending the turn.
    """
    ways: dict[Hand, tuple[frozenset[int], frozenset[int]]] = {}
    for slots in sorted(choice.keeps, key=sorted):
        ways.setdefault(tidy(turn.hand[slot - 1] for slot in slots), (slots, frozenset()))
    for turned in sorted(choice.turns, key=sorted):
        after, _ = game.apply(state, Turned(turned))
        wait = game.waits(after)
        for slots in sorted(wait.keeps, key=sorted) if isinstance(wait, Choice) else ():
            ways.setdefault(tidy(after.turn.hand[slot - 1] for slot in slots), (slots, turned))
    now, made = worth.now, turn.rolls
    found = [
        Option(
            keep,
            slots,
            stop=False,
            value=worth.throw(keep, made),
            now=now(keep) if now else None,
            turned=turned,
            risk=worth.risk(keep),
        )
        for keep, (slots, turned) in ways.items()
    ]
    if choice.may_stop or not choice.keeps:
        found.append(Option(tidy(turn.hand), turn.slots, stop=True, value=worth.stop(turn)))
    sign = 1 if worth.matter.lowest else -1

    def order(option: Option) -> tuple[float, bool, tuple[int, ...]]:
        certain = worth.matter.chance and option.value in {0, 1}  # to throw on can't be worse
        return sign * float(option.value), option.stop and certain, fewest_thrown(option.keep)

    return tuple(sorted(map(_unrounded, found), key=order))


def _unrounded(option: Option) -> Option:
    """The option with its value made a whole number, if only rounding keeps it from being one."""
    value = float(option.value)
    whole = float(round(value)) if isfinite(value) else value
    return replace(option, value=whole) if 0 < abs(value - whole) < LEAST else option


def _uses(turn: Turn, offers: tuple[Offer, ...], worth: Mapping[str, Number]) -> tuple[Option, ...]:
    """Every use of the hand, best first; of equal ones the one with more points comes first."""
    hand = tidy(turn.hand)
    found = [Option(hand, turn.slots, stop=True, value=worth[offer.name], offer=offer) for offer in offers]
    return tuple(sorted(found, key=lambda option: (-float(option.value), -option.points)))
