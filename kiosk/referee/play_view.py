"""What the screen shows of a match under way, once the table has been judged; and the labels of its buttons."""

from dataclasses import replace
from functools import partial

from kiosk.games.core import Choice, DiceSet, Keep, Throw
from kiosk.games.text import say
from kiosk.referee import prompts
from kiosk.referee.ruling_loop import RulingLoop
from kiosk.ruling import Ruling, RulingId
from kiosk.view import PlayView

KEEP = say("Keep")
KEPT = say("Kept")
NONE = say("None of them")
END_TURN = say("End turn")
OK = say("OK")
ENTER_THROW = say("Enter throw")


class PlayPresenter(RulingLoop):
    """Tells the match, its dice, marks and odds, with what the last ruling asks for; it changes none of them."""

    @property
    def view(self) -> PlayView:
        """What the screen shows of the play: what is asked for stands in place of the game's own prompt."""
        match, marked, blind = self.match, self._selection.marked, self._selection.blind
        outcome, notice = self.outcome, self._notices.current
        marks, house = self._marks_ruling, self._house_ruling
        sentence = partial(prompts.sentence, figures=match.game.figures)
        said = (marks and sentence(marks)) or self._picking.prompt
        game = replace(match.board, prompt=said or match.board.prompt)
        # What is sought follows the marks: the player sees what the throw would be for.
        if isinstance(match.wait, Choice) and marked and self._selection.staying in match.wait.keeps:
            game = replace(game, sought=match.view_after(Keep(self._selection.staying)).sought)
        # First what must be put right, then what the house does, then what the marks mean, then the game's prompt.
        asked = sentence(outcome.ruling)
        ruling = outcome.ruling if asked is not None else house or marks or outcome.ruling
        return PlayView(
            title=match.title,
            game=game,
            players=match.players,
            dice=self._dice.dice(marked, blind=blind),
            prompt=asked or sentence(ruling) or game.prompt,
            ruling=ruling,
            warning=outcome.warning,
            notice=notice[1],
            notice_id=notice[0],
            events=match.events,
            serial=match.serial,
            trouble=outcome.trouble,
            last_hand=match.ended_hand(),
            before=self._dice.before(blind=blind),
            odds=self.coach.line(self._picking.marked or marked),
            coach=self.coach.word(),
            own=match.game.dice_set is DiceSet.OWN,
            pick=self._picking.view,
        )

    @property
    def _house_ruling(self) -> Ruling | None:
        match self.match.wait:
            case Throw(seat, slots) if self.match.players[seat].house:
                return Ruling(RulingId.HOUSE_THROWS, count=len(slots), seat=seat)
            case Choice(seat) if self._selection.by_house:
                hand = self.match.hand
                marked = self._selection.marked
                kept, whole = (tuple(hand[slot] for slot in sorted(slots)) for slots in (marked, hand))
                return Ruling(RulingId.HOUSE_KEEPS, len(whole) - len(kept), kept, whole=whole, seat=seat)
            case _:
                return None

    @property
    def _marks_ruling(self) -> Ruling | None:
        wait, marked, slots = self.match.wait, self._selection.marked, self._selection.slots
        if not isinstance(wait, Choice) or not marked:
            return None
        if marked == slots:
            again = RulingId.THROW_ALL_OR_END if wait.may_stop else RulingId.THROW_ALL
            return Ruling(again, count=len(slots)) if wait.again else Ruling(RulingId.ALL_KEPT)
        if marked not in wait.keeps:
            return None
        rest = RulingId.THROW_REST_OR_END if wait.may_stop else RulingId.THROW_REST
        return Ruling(rest, count=len(slots - marked))
