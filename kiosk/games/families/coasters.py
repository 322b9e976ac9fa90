"""Coasters: dealt from the pot to the worst hand, then got rid of by the best; the last who holds any has lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kiosk.games.core import Happening
from kiosk.games.lesson import Word
from kiosk.games.options import Switch
from kiosk.games.rounds import Rounds
from kiosk.games.state import Play, S
from kiosk.games.text import say, seat_name

DEALING, RIDDING = "dealing", "ridding"
COASTERS = Switch.of(
    "coasters",
    say("Coasters"),
    n_plus_1=say("One more than players"),
    numbers=(1, 40),
    **{"2n_minus_1": say("Two each, but one")},
)
WORDS = (
    Word(say("Coaster"), say("Dealt to the worst hand; who holds the last one pays")),
    Word(say("Dealing"), say("First part: the pot goes, a coaster a round, to the worst")),
    Word(say("Getting rid"), say("Second part: the best puts a coaster of his own away")),
)
PHASES = {DEALING: say("Dealing"), RIDDING: say("Getting rid")}
STAKES = {DEALING: say("The worst hand takes a coaster"), RIDDING: say("The best hand puts a coaster away")}


class Coasters(Rounds[S]):
    """A game with the switch `coasters`, at least by some house rules."""

    fewest_first = True

    def coasters(self, seats: int) -> int:
        chosen = str(self.options["coasters"])
        return {"n_plus_1": seats + 1, "2n_minus_1": 2 * seats - 1}.get(chosen) or int(chosen)

    def pass_coasters(self, play: Play[S], order: Sequence[int], gone: tuple[int, ...]) -> None:
        """A round is over, its best seat first in `order`: coasters move; those `gone` are safe at once."""
        kind = play.state.heat.kind
        self._make_safe(play, gone)
        left = [seat for seat in order if seat not in gone]
        if len(play.state.playing) > 1:
            self._move(play, left)
        self._continue(play, left[-1] if left else order[-1], kind)

    def _make_safe(self, play: Play[S], seats: Iterable[int]) -> None:
        for seat in seats:
            if len(play.state.playing) == 1:
                return
            coasters = play.state.counts[seat]
            text = say("Chicago: {seat} is safe", seat=seat_name(seat))
            if coasters and play.state.heat.kind == DEALING:
                play.pay(seat, coasters, text)
            elif coasters:
                play.put_away(seat, coasters, text)
            play.tell(Happening.OUT, text, seat)
            play.leave((seat,))

    def _move(self, play: Play[S], order: Sequence[int]) -> None:
        if play.state.heat.kind == DEALING:
            play.tell(Happening.ROUND_ENDED, say("{seat} loses the round", seat=seat_name(order[-1])), order[-1])
            play.take(order[-1], 1)
        elif order:
            text = say("{seat} puts a coaster away", seat=seat_name(order[0]))
            play.put_away(order[0], 1, text)

    def _continue(self, play: Play[S], worst: int, kind: str) -> None:
        if kind == DEALING and play.state.pot and len(play.state.playing) > 1:
            self.next_round(play, worst, DEALING)
            return
        few = len(play.state.playing) == 1  # the last one left has lost, whatever he holds
        safe = () if few else tuple(seat for seat in play.state.playing if not play.state.counts[seat])
        self.out(play, safe, lambda seat: say("{seat} has no coaster and is safe", seat=seat))
        left = play.state.playing
        if len(left) == 1:
            self.lost_by(play, left[0])
            return
        if kind == DEALING:
            play.tell(Happening.PHASE, say("The pot is empty: now get rid of them"))
        self.next_round(play, worst, RIDDING)
