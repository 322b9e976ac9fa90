"""What players hold and lose one by one: lives or tokens, until one is left or the first has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.games.options import Switch
from kiosk.games.rounds import Rounds
from kiosk.games.state import ROUND, Play, S
from kiosk.games.text import Text, say, seat_name


def out_switch(title: Text) -> Switch:
    """What becomes of who has none left."""
    return Switch.of(
        "out", title, last_wins=say("Is out, and the last one in wins"), first_pays=say("Has lost the match")
    )


class Lives(Rounds[S]):
    """A game with the switch `out`, at least by some house rules."""

    def lose_one(
        self,
        play: Play[S],
        losers: Sequence[int],
        texts: tuple[Callable[[Text], Text], Callable[[Text], Text]],
        leader: int,
        kind: str = ROUND,
    ) -> None:
        """Each of these loses one; then it is the next round, or the end.

        Args:
            play: the action being carried out.
            losers: in playing order.
            texts: said of who loses one, and of who is out, by its name.
            leader: of the next round.
            kind: of it.
        """
        loses, is_out = texts
        for seat in losers:
            play.pay(seat, 1, loses(seat_name(seat)))
        dead = tuple(seat for seat in losers if not play.state.counts[seat])
        if dead and self.options["out"] == "first_pays":
            self.lost_by(play, *dead)
            return
        self.out(play, dead, is_out)
        if len(play.state.playing) > 1:
            self.next_round(play, leader, kind)
        else:
            self.win(play)

    def by_lives(self, state: S) -> tuple[tuple[int, ...], ...]:
        """The places: by what they hold, then who lost the last one last."""
        return (*state.ranked(), *reversed(state.out))
