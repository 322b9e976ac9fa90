"""Matches of two halves and a final between their losers."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.games.core import Happening
from kiosk.games.options import Switch
from kiosk.games.rounds import Rounds
from kiosk.games.state import Play, State
from kiosk.games.text import say, seat_name

HALVES = (say("First half"), say("Second half"), say("Final"))
HALVES_SWITCH = Switch.of("halves", say("Halves"), two=say("Two, and a final"), one=say("One decides"))


@dataclass(frozen=True, slots=True)
class HalvesState(State):
    """A match of halves: `half` counts from 0, 2 is the final; `losers` are those of the halves that are over."""

    half: int = 0
    losers: tuple[int, ...] = ()


class Halves(Rounds[HalvesState]):
    """A game with the switches `halves` and `tokens`: each half begins with all tokens in the pot."""

    def new(self, seats: int) -> HalvesState:
        """All tokens in the pot."""
        return HalvesState(seats, counts=(0,) * seats, pot=self.number("tokens"))

    def half_lost(self, play: Play[HalvesState], loser: int) -> None:
        """The next half, the final, or the end."""
        state = play.state
        losers = (*state.losers, loser)
        play.set(losers=losers)
        if losers == (loser, loser):
            play.tell(Happening.SPECIAL, say("Durchmarsch: {seat} lost both halves", seat=seat_name(loser)), loser)
        if self.options["halves"] == "one" or losers == (loser, loser) or state.half == len(HALVES) - 1:
            self.lost_by(play, loser)
            return
        half = state.half + 1
        play.set(half=half, counts=(0,) * state.seats, pot=self.number("tokens"), out=())
        if half == len(HALVES) - 1:
            play.leave(tuple(seat for seat in range(state.seats) if seat not in losers))
        text = say("{seat} has lost the half. Now: {half}", seat=seat_name(loser), half=HALVES[half])
        play.tell(Happening.PHASE, text, loser)
        self.next_round(play, loser, self.kinds[0])

    def standing(self, state: HalvesState) -> tuple[tuple[int, ...], ...]:
        """At the end the rest together, the other finalist, the loser; before that who is safe, then by tokens."""
        if state.over:
            loser = state.losers[-1]
            finalist = tuple(seat for seat in state.losers if seat != loser)
            rest = tuple(seat for seat in range(state.seats) if seat not in state.losers)
            return tuple(group for group in (rest, finalist[:1], (loser,)) if group)
        safe = tuple(sorted(seat for group in state.out for seat in group))
        return (*((safe,) if safe else ()), *state.ranked(lowest=True))
