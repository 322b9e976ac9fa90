"""What players hold and lose one by one, lives or tokens, until one player is left or the first has none."""

from collections.abc import Callable, Sequence

from kiosk.games.options import Switch
from kiosk.games.rounds import Rounds
from kiosk.games.state import ROUND, Play, S
from kiosk.games.text import Text, say, seat_name


def out_switch(title: Text) -> Switch:
    """The switch for what happens to a player with none left."""
    return Switch.of(
        "out", title, last_wins=say("Is out, and the last one in wins"), first_pays=say("Has lost the match")
    )


LIFE = (
    lambda seat, n: say("{seat} loses {n} life", "{seat} loses {n} lives", seat=seat, n=n),
    lambda seat: say("{seat} has no life left and is out", seat=seat),
)
"""The sentences for a player who loses some, and for one who is out."""


class Lives(Rounds[S]):
    """A game in which lives are lost; by the switch `out` the first player without any may lose the match."""

    lives: bool = True
    """Whether lives are lost by these house rules; a game may have others."""

    @property
    def tokens(self) -> bool:
        return self.lives

    def lose(
        self,
        play: Play[S],
        losers: Sequence[int],
        texts: tuple[Callable[[Text, int], Text], Callable[[Text], Text]],
        leader: int,
        kind: str = ROUND,
        *,
        most: int = 1,
    ) -> None:
        """Each of these loses up to `most` lives, told in `texts` like `LIFE`; then the next round, or the end."""
        loses, is_out = texts
        for seat in losers:
            cost = min(most, play.state.counts[seat])
            play.pay(seat, cost, loses(seat_name(seat), cost))
        dead = tuple(seat for seat in losers if not play.state.counts[seat])
        if dead and self.options.get("out") == "first_pays":
            self.lost_by(play, *dead)
            return
        self.out(play, dead, is_out)
        if len(play.state.playing) > 1:
            self.next_round(play, leader, kind)
        else:
            self.win(play)

    def standing(self, state: S) -> tuple[tuple[int, ...], ...]:
        return (*state.ranked(), *reversed(state.out)) if self.lives else super().standing(state)
