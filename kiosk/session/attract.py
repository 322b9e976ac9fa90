"""Nobody plays: what those who pass by see, the last winners and the best hand of this evening as it lay."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from hardware.presses import Button
from kiosk.games.options import OptionError
from kiosk.games.registry import game, games
from kiosk.games.text import Text, say
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.match.seating import players
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.menu import MENU
from kiosk.session.modes import Layer, Mode
from kiosk.view import AttractView, DieView
from vision.types import Scene, SceneState

WINNERS = 3
WORTH = 0.15
"""Share of the hands of a game, best first, that are worth a place on the poster: at 421 the eight best of 56."""
EVENING_S = 6 * 3600.0
"""After six hours without a turn the evening is over, and its hand with it."""
LOOKED_AT = 12
"""Matches of the journal, the latest, among which winners are looked for: the start must not wait for years."""


@dataclass(slots=True)
class Attract(Mode):
    """Nobody plays: the games, the last winners, the latest first, and the best hand of this evening with its dice.

    Attributes:
        choose_game: what any button does; `menu` is what MENU does.
        league: where its pages are, if there are any.
        first: begins the first match of all, as long as nobody has played here.
    """

    layer: ClassVar[Layer] = Layer.TABLE
    choose_game: Deed
    menu: Deed
    winners: tuple[Text, ...] = ()
    league: str = ""
    hand: Text | None = None
    dice: tuple[DieView, ...] = ()
    faces: tuple[Text, ...] = ()
    first: Deed | None = None
    _share: float = WORTH
    """Rank of that hand among all, 0…1: hands of several games are compared by it."""
    _now: float = 0.0
    _turned: float = 0.0
    """When the last turn ended."""

    @property
    def view(self) -> AttractView:
        """What those who pass by see."""
        titles = tuple(known.title for known in games())
        return AttractView(
            titles,
            self.winners,
            dice=self.dice,
            hand=self.hand,
            faces=self.faces,
            link=self.league,
            throws=self.first is not None,
        )

    def tick(self, time: float) -> None:
        """Time passes: another evening has a hand of its own."""
        self._now = time
        if self.hand is not None and time - self._turned > EVENING_S:
            self._share, self.dice, self.hand, self.faces = WORTH, (), None, ()

    @property
    def keys(self) -> Keys:
        """Any button begins; before the first match one of them leads to the games, and the others to a throw."""
        keys = {button: Key(None, self.first or self.choose_game) for button in Button}
        games_ = {Button.KEEP_1: Key(say("All games"), self.choose_game)} if self.first is not None else {}
        return keys | games_ | {Button.MENU: Key(MENU, self.menu)}

    def won(self, name: Text | str, title: Text) -> None:
        """Somebody has won a match."""
        self.winners = (_won(name, title), *self.winners)[:WINNERS]

    def see(self, match: Match, dice: tuple[DieView, ...]) -> None:
        """Keep the hand of a turn that just ended, if it is worth it and none was better this evening."""
        ended = match.ended_hand()
        if ended is None:
            return
        self._turned = self._now
        seat, hand = ended
        if hand.rank is None or hand.ranks is None or hand.rank / hand.ranks > self._share:
            return
        lying = tuple(die for die in dice if die.value is not None)
        if sorted(die.value or 0 for die in lying) != sorted(hand.dice):
            return
        self._share = hand.rank / hand.ranks
        self.dice, self.faces = lying, match.game.faces
        self.hand = say("The hand of the evening: {hand}, {name}", hand=hand.name, name=match.players[seat].name)


@dataclass(frozen=True, slots=True)
class Asleep(Mode):
    """A match that was left alone lies behind the attract screen: any button, or a hand over the tray, goes on."""

    layer: ClassVar[Layer] = Layer.ASLEEP
    attract: Attract
    wake: Deed

    @property
    def view(self) -> AttractView:
        """The attract screen, and that a match goes on."""
        return replace(self.attract.view, resumable=True)

    @property
    def keys(self) -> Keys:
        """Any button wakes the table."""
        return {button: Key(None, self.wake) for button in Button}

    def scene(self, scene: Scene) -> bool:
        """A hand is somebody."""
        return scene.state is SceneState.HAND


def last_winners(journal: Journal) -> tuple[Text, ...]:
    """Who won the last matches of the journal, the latest first."""
    winners: list[Text] = []
    for record in journal.latest(LOOKED_AT):
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
