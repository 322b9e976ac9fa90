"""Judges how the tray lies and does what follows from it, ruling after ruling, until nothing follows."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.games.core import Choice, Choose, Keep, Pick, Stop, Throw, Turned
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.coach import Coach
from kiosk.referee.dice_view import DicePresenter
from kiosk.referee.keeping import Keeping, Selection
from kiosk.referee.notices import Notices
from kiosk.referee.ownership import Ownership
from kiosk.referee.recovery import Recovery
from kiosk.referee.rulings import Effect, Outcome, rule_on
from kiosk.referee.scoring import Scoring
from kiosk.referee.situation import Situation, situation_of
from kiosk.referee.tray_state import TrayState
from kiosk.ruling import NoticeId, RulingId

MOST_RULINGS = 16
"""Up to 16 rulings follow from one another. Each that does something uses dice up, and so nothing is left to follow
after some ten; more are a fault of ours, for which no match shall hang."""
_SAID = {RulingId.REFUSED: NoticeId.REFUSED, RulingId.THROW_ONLY: NoticeId.THROW_ONLY}
"""What is still said of a ruling once it was followed."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a referee works with; `tray` is written through its own methods alone."""

    match: Match
    coach: Coach
    tray: TrayState
    ownership: Ownership
    recovery: Recovery
    selection: Selection
    dice: DicePresenter
    notices: Notices
    scoring: Scoring

    @classmethod
    def of(cls, match: Match, keeping: Keeping, coach: Coach | None, *, resumed: bool) -> Parts:
        """All of them, for one match."""
        tray, ownership = TrayState(match, resumed=resumed), Ownership()
        selection, dice = Selection(match, tray, keeping), DicePresenter(match, tray)
        return cls(
            match,
            coach or Coach(match),
            tray,
            ownership,
            Recovery(match, ownership),
            selection,
            dice,
            Notices(match, tray),
            Scoring(match, tray, ownership, dice, selection),
        )


class Following:
    """Follows the rulings.

    Attributes:
        outcome: the last one; a plain one while nothing can be judged.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.outcome = Outcome()

    def situation(self, wait: Throw | Choice) -> Situation:
        """The situation of this moment."""
        parts = self._parts
        return situation_of(
            wait,
            parts.match,
            parts.tray.snapshot,
            selection=parts.selection,
            recovery=parts.recovery,
            ownership=parts.ownership,
            numbered=parts.dice.numbered,
            house_turns=parts.coach.house_turns,
        )

    def judge(self) -> None:
        """Find the state that the table is in, and do what follows from it, until nothing does."""
        for _ in range(MOST_RULINGS):
            if not self._follow_one():
                return
        self._parts.notices.give(NoticeId.CONFUSED)

    def _follow_one(self) -> bool:
        """Judge once, and follow; whether the table must be judged again."""
        parts, wait = self._parts, self._parts.match.wait
        self.outcome = Outcome()
        if not (parts.selection.blind or parts.tray.snapshot.watched):
            return False
        if self._amend():
            return False
        if isinstance(wait, Choice | Pick) and parts.match.players[wait.seat].house and self._let_house_choose():
            return isinstance(parts.match.wait, Choice | Pick)
        if not isinstance(wait, Throw | Choice):
            return False
        self._reclaim()
        situation = self.situation(wait)
        self.outcome = rule_on(situation)
        return self._take_effect(self.outcome, situation, wait)

    def _take_effect(self, outcome: Outcome, situation: Situation, wait: Throw | Choice) -> bool:
        """Do what happens by itself; whether anything did."""
        parts = self._parts
        match outcome.effect:
            case None:
                return False
            case Effect.ASK_BACK:
                found = parts.recovery.put_back(situation.tray, situation.kept, situation.there)
                if not found:
                    return False
                parts.tray.recovered(found)
            case Effect.COUNT:
                if not situation.tray.at_rest(parts.notices.now):
                    return False  # somebody has dice in the hand, or the camera hangs: the next rest is judged
                parts.scoring.count(situation, situation.throw, parts.notices.now)
                if parts.match.can_pass_on and isinstance(wait, Choice) and len(wait.keeps) > 1:
                    parts.notices.give(NoticeId.WHOSE_THROW)
            case Effect.TURN:
                if not situation.tray.at_rest(parts.notices.now):
                    return False
                parts.scoring.turn(situation, parts.notices.now)
            case Effect.VOID:
                parts.tray.annulled()
            case Effect.LOSE:
                parts.tray.hand_lost()
            case Effect.ADOPT:
                parts.scoring.adopt(situation)
        if outcome.ruling.id in _SAID:
            parts.notices.give(_SAID[outcome.ruling.id], prompts.sentence(outcome.ruling, parts.match.game.figures))
        return True

    def _reclaim(self) -> None:
        """The other seat's dice that lie elsewhere, with their old faces, are those dice: somebody knocked them."""
        tray, recovery = self._parts.tray, self._parts.recovery
        if mistaken := recovery.mistaken(tray.snapshot):
            tray.mistaken(mistaken)
        if knocked := recovery.knocked_theirs(tray.snapshot):
            tray.recovered(knocked)

    def _let_house_choose(self) -> bool:
        """Mark what the house keeps, end its turn, or use its hand; whether the match went on."""
        parts = self._parts
        match parts.coach.decision():
            case Keep(slots):
                parts.selection.put(slots)
                return False
            case Turned(slots) if parts.selection.blind:
                parts.scoring.turn_unseen(slots, parts.notices.now)
            case Turned():
                parts.selection.put(frozenset())
                return False
            case Choose(name):
                parts.scoring.choose(name, parts.notices.now)
            case Stop():
                parts.scoring.stop(parts.notices.now)
        return True

    def _amend(self) -> bool:
        """Amend the throw just counted if its dice tipped over by themselves; whether nothing else is to be judged."""
        tray = self._parts.tray.snapshot
        fallen = tray.tipped_over
        if not (fallen and tray.known):
            return False
        if not any(tray.die_at(doubt.box) in fallen for doubt in tray.doubts):
            self._parts.scoring.amend(fallen, self._parts.notices.now)
        return True
