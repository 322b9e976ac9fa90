"""What the screen shows of a match under way, once the table has been judged; and the labels of its buttons."""

from __future__ import annotations

from dataclasses import replace

from kiosk.games.core import Choice, DiceSet, Throw
from kiosk.games.text import Text, say
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.coach import Coach
from kiosk.referee.dice_view import DicePresenter
from kiosk.referee.keeping import Selection
from kiosk.referee.rulings import Ruling
from kiosk.view import PlayView

KEEP = say("Keep")
KEPT = say("Kept")
END_TURN = say("End turn")
OK = say("OK")
ENTER_THROW = say("Enter throw")


class PlayPresenter:
    """Tells a match, its dice, marks and odds; it changes none of them."""

    def __init__(self, match: Match, dice: DicePresenter, selection: Selection, coach: Coach) -> None:
        self._match = match
        self._dice = dice
        self._selection = selection
        self._coach = coach

    def play(self, ruling: Ruling, notice: Text | None) -> PlayView:
        """The play, with what `ruling` asks for in place of the game's own prompt."""
        match, marked, blind = self._match, self._selection.marked, self._selection.blind
        game = replace(match.board, prompt=self._marked_prompt or match.board.prompt)
        return PlayView(
            title=match.title,
            game=game,
            players=match.players,
            dice=self._dice.dice(marked, blind=blind),
            prompt=ruling.text or self._house_prompt or game.prompt,
            warning=ruling.warning,
            notice=notice,
            events=match.events,
            serial=match.serial,
            trouble=ruling.trouble,
            last_hand=match.ended_hand(),
            before=self._dice.before(blind=blind),
            odds=self._coach.line(marked),
            coach=self._coach.word(),
            own=match.game.dice_set is DiceSet.OWN,
        )

    @property
    def _house_prompt(self) -> Text | None:
        """What to do for a seat that the house plays."""
        match self._match.wait:
            case Throw(seat, slots) if self._match.players[seat].house:
                return prompts.house_throws(seat, len(slots))
            case Choice(seat) if self._selection.by_house:
                return prompts.house_keeps(seat, self._match.hand, self._selection.marked)
            case _:
                return None

    @property
    def _marked_prompt(self) -> Text | None:
        """What to do now that dice are marked to stay."""
        wait, marked, slots = self._match.wait, self._selection.marked, self._selection.slots
        if not isinstance(wait, Choice) or not marked:
            return None
        if marked == slots:
            return prompts.ALL_KEPT
        return prompts.throw_rest(len(slots - marked), may_stop=wait.may_stop) if marked in wait.keeps else None
