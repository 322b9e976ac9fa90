"""Nobody plays: what those who pass by see, who won, the best hands of this evening as they lay, and a turn."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import ClassVar

from hardware.presses import Button
from kiosk.games.options import OptionError
from kiosk.games.registry import game, games
from kiosk.games.text import Text, say
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.match.seating import payer, players
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session import poster_turn
from kiosk.session.modes import Layer, Mode
from kiosk.session.page import MENU
from kiosk.view import AttractView, DieView, ShownHand
from vision.types import Scene, SceneState

WINNERS = 3
"""The winners of the last 3 matches are named."""
WORTH = 0.15
"""The best 15 % of a game's hands are worth a place on the poster: at 421 the eight best of 56."""
HANDS = 3
"""The best 3 hands of an evening are shown, one after the other."""
POSTER_S, CYCLE_S = 30.0, 45.0
"""The poster stands still for 30 seconds, then plays a turn by itself, and begins anew after 45 seconds."""
EVENING_S = 6 * 3600.0
"""After six hours without a turn the evening is over, and its hands and winners are forgotten."""
LATEST_MATCHES = 12
"""Winners are looked for in the latest 12 matches: the start must not wait until years of them are read."""


@dataclass(slots=True)
class Attract(Mode):
    """Nobody plays: the games, who won, the best hands of this evening by turns, and a turn that is played by itself.

    Attributes:
        choose_game: what any button does; `menu` is what MENU does.
        league: the address of the league's pages; empty without a league.
        first: begins the first match of all; None once somebody has played here.
        begun: when the attract screen came up, seconds: its cycle counts from here.
    """

    layer: ClassVar[Layer] = Layer.TABLE
    choose_game: Deed
    menu: Deed
    winners: tuple[Text, ...] = ()
    league: str = ""
    first: Deed | None = None
    begun: float = 0.0
    _hands: list[tuple[float, ShownHand]] = field(default_factory=list)
    """The best, each with its rank as a share of its game's hands, 0…1, by which hands of any games compare."""
    _wins: Counter[Text | str] = field(default_factory=Counter)
    _owes: Counter[Text | str] = field(default_factory=Counter)
    _now: float = 0.0
    _turn_ended_at: float = 0.0

    @property
    def view(self) -> AttractView:
        cycle, since = divmod(max(0.0, self._now - self.begun), CYCLE_S)
        return AttractView(
            tuple(known.title for known in games()),
            self._evening or self.winners,
            self._hands[int(cycle) % len(self._hands)][1] if self._hands else None,
            self.league,
            throws=self.first is not None,
            tonight=bool(self._evening),
            mirrored=bool(cycle % 2),
            play=poster_turn.at(since - POSTER_S) if since >= POSTER_S else None,
        )

    @property
    def _evening(self) -> tuple[Text, ...]:
        """Who owes a round, and who has won how often tonight; of those who owe one only the newest is named."""
        owes = [say("{name} owes a round", "{name} owes {n} rounds", name=name, n=n) for name, n in self._owes.items()]
        wins = [say("{name}: {n} win", "{name}: {n} wins", name=name, n=n) for name, n in self._wins.most_common()]
        return (*owes[-1:], *wins)

    def tick(self, time: float) -> None:
        """Time passes: another evening has hands and winners of its own."""
        self._now = time
        if time - self._turn_ended_at > EVENING_S:
            self._hands, self._wins, self._owes = [], Counter(), Counter()

    @property
    def keys(self) -> Keys:
        """Any button begins; before the first match one of them leads to the games, and the others to a throw."""
        keys = dict.fromkeys(Button, Key(None, self.first or self.choose_game))
        games_ = {Button.KEEP_1: Key(say("All games"), self.choose_game)} if self.first is not None else {}
        return keys | games_ | {Button.MENU: Key(MENU, self.menu)}

    def won(self, match: Match, standing: Sequence[Sequence[int]]) -> None:
        """A match is over: somebody has won it, and whoever is last alone owes a round."""
        winner = match.players[standing[0][0]].name
        self.winners = (_won(winner, match.game.title), *self.winners)[:WINNERS]
        self._wins[winner] += 1
        last = payer(standing)
        if last is not None and not match.players[last].house:
            self._owes[match.players[last].name] += 1

    def keep_hand(self, match: Match, dice: tuple[DieView, ...]) -> None:
        """Keep the hand of a turn that just ended, if it is worth it and among the best this evening."""
        ended = match.ended_hand()
        if ended is None:
            return
        self._turn_ended_at = self._now
        seat, hand = ended
        if hand.rank is None or hand.ranks is None or hand.rank / hand.ranks > WORTH:
            return
        lying = tuple(die for die in dice if die.value is not None)
        # The pictures must be of this hand: by now the dice may have been taken up, or be another throw's.
        if sorted(die.value or 0 for die in lying) != sorted(hand.dice):
            return
        said = say("Tonight: {hand}, {name}", hand=hand.name, name=match.players[seat].name)
        self._hands.append((hand.rank / hand.ranks, ShownHand(said, lying, match.game.faces)))
        self._hands = sorted(self._hands, key=itemgetter(0))[:HANDS]


@dataclass(frozen=True, slots=True)
class Asleep(Mode):
    """A match that was left alone lies behind the attract screen: any button, or a hand over the tray, goes on."""

    layer: ClassVar[Layer] = Layer.ASLEEP
    attract: Attract
    wake: Deed

    @property
    def view(self) -> AttractView:
        return replace(self.attract.view, resumable=True, play=None)

    @property
    def keys(self) -> Keys:
        return dict.fromkeys(Button, Key(None, self.wake))

    def scene(self, scene: Scene) -> bool:
        return scene.state is SceneState.HAND


def last_winners(journal: Journal) -> tuple[Text, ...]:
    """Who won the last matches of the journal, the latest first."""
    winners: list[Text] = []
    for record in journal.latest(LATEST_MATCHES):
        end = journal.end(record)
        standing = end and end.get("standing")
        if not standing or len(winners) >= WINNERS:
            continue
        try:
            title = game(record.game).title
        except OptionError:
            continue  # of another version of this program
        winners.append(_won(players(record.players, record.house)[standing[0][0]].name, title))
    return tuple(winners)


def _won(name: Text | str, title: Text) -> Text:
    return say("{name} · {game}", name=name, game=title)
