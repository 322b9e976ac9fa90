"""Choosing an offer, such as a box of a score sheet, with seven buttons: a mark moves, and END takes the marked one."""

from functools import partial

from hardware.presses import KEEPS, Button
from kiosk.games.core import Offer, Pick, Stop
from kiosk.games.text import Text, fill, say
from kiosk.match.match import Match
from kiosk.referee.coach import Coach
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.view import PickView

ON_THE_SHEET = say("Up"), say("Down")
BESIDE = say("Previous"), say("Next")
"""Labels of the keys that move the mark: over the lines of a score sheet, and over other offers."""
TO_THE_DICE = say("Back to the dice")
BEST = KEEPS[2:]
"""KEEP 3 to 5 jump to the three best offers, in their order."""


class Picking:
    """Which offer is marked; at first the best one."""

    def __init__(self, match: Match, coach: Coach) -> None:
        self._match = match
        self._coach = coach
        self._marked: tuple[int, str] | None = None
        """The match's serial when an offer was marked, and its name: another choice begins anew."""

    @property
    def by_house(self) -> bool:
        wait = self._match.wait
        return isinstance(wait, Pick) and self._match.players[wait.seat].house

    @property
    def best(self) -> tuple[Offer, ...]:
        """The best offers, best first, as many as have a button."""
        return self._coach.ranking()[: len(BEST)]

    @property
    def marked(self) -> str | None:
        """The name of the marked offer; None where there is no such choice, or the house makes it."""
        wait = self._match.wait
        if not isinstance(wait, Pick) or self.by_house:
            return None
        if self._marked is not None and self._marked[0] == self._match.serial and wait.offer(self._marked[1]):
            return self._marked[1]
        return self.best[0].name

    @property
    def prompt(self) -> Text | None:
        wait, marked = self._match.wait, self.marked
        offer = wait.offer(marked) if isinstance(wait, Pick) and marked is not None else None
        if offer is None:
            return None
        return fill(self._match.game.offer_words.line, n=offer.points, box=offer.text)

    @property
    def view(self) -> PickView | None:
        marked = self.marked
        return None if marked is None else PickView(marked, tuple(offer.name for offer in self.best))

    def mark(self, name: str) -> None:
        """Mark the offer of this name, if it is open."""
        wait = self._match.wait
        if isinstance(wait, Pick) and wait.offer(name) is not None:
            self._marked = self._match.serial, name

    def keys(self, take: Deed, back: Deed) -> Keys:
        """KEEP 1 and 2 move the mark, KEEP 3 to 5 jump to the best offers, END takes the marked one, MENU goes back.

        With up to three offers each has a key of its own, and KEEP 1 and 2 are dark.
        """
        wait, marked = self._match.wait, self.marked
        if not isinstance(wait, Pick) or marked is None:
            return {}
        names = [offer.name for offer in wait.options]
        at = names.index(marked)
        before, after = ON_THE_SHEET if self._match.view.sheet else BESIDE
        steps = ((before, names[at - 1]), (after, names[(at + 1) % len(names)]))
        keys = {
            button: Key(label, partial(self.mark, name), lit=False)
            for button, (label, name) in zip(KEEPS, steps, strict=False)
            if len(names) > len(BEST)
        }
        for button, offer in zip(BEST, self.best, strict=False):
            if offer.name != marked:
                keys[button] = Key(offer.text, partial(self.mark, offer.name), lit=False)
        keys[Button.END] = Key(self._match.game.offer_words.key, take)
        # After a turn that ended by itself there are no dice to go back to.
        if isinstance(self._match.actions[-1], Stop):
            keys[Button.MENU] = Key(TO_THE_DICE, back, lit=False)
        return keys
