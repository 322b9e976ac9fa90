"""What the evening leaves on the poster for those who pass by: the last winners, and its best hand as it lay."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.games.options import OptionError
from kiosk.games.registry import game, games
from kiosk.games.text import Text, say
from kiosk.match.journal import Journal
from kiosk.match.log import EntryKind
from kiosk.match.match import Match
from kiosk.view import AttractView, DieView

WINNERS = 3
LOOKED_AT = 12
"""Matches of the journal, the latest, among which winners are looked for: the start must not wait for years."""


@dataclass(slots=True)
class Attract:
    """The last winners, the latest first, and the hand of the evening with its dice."""

    winners: tuple[Text, ...] = ()
    hand: Text | None = None
    dice: tuple[DieView, ...] = ()
    _share: float = 1.0
    """Rank of that hand among all, 0…1: hands of several games are compared by it."""

    def view(self, *, resumable: bool) -> AttractView:
        """The poster; `resumable`: a match lies behind it."""
        return AttractView(tuple(known.title for known in games()), self.winners, resumable, self.dice, self.hand)

    def won(self, name: str, title: Text) -> None:
        """Somebody has won a match."""
        self.winners = (_won(name, title), *self.winners)[:WINNERS]

    def see(self, match: Match, dice: tuple[DieView, ...]) -> None:
        """Keep the hand of a turn that just ended, if none was better this session."""
        ended = match.ended_hand()
        if ended is None:
            return
        seat, hand = ended
        if hand.rank is None or hand.ranks is None or hand.rank / hand.ranks > self._share:
            return
        lying = tuple(die for die in dice if die.value is not None)
        if sorted(die.value or 0 for die in lying) != sorted(hand.dice):
            return
        self._share = hand.rank / hand.ranks
        self.dice = lying
        self.hand = say("The hand of the evening: {hand}, {name}", hand=hand.name, name=match.players[seat].name)


def remembered(journal: Journal) -> Attract:
    """The poster as the journal tells it."""
    winners: list[Text] = []
    for record in reversed(journal.matches()[-LOOKED_AT:]):
        entries = journal.entries(record)
        standing = entries[-1].body.get("standing") if entries and entries[-1].kind is EntryKind.END else None
        if not standing or len(winners) >= WINNERS:
            continue
        try:
            title = game(record.game).title
        except OptionError:
            continue  # of another version of this program
        winners.append(_won(record.players[standing[0][0]], title))
    return Attract(tuple(winners))


def _won(name: str, title: Text) -> Text:
    return say("{name} · {game}", name=name, game=title)
