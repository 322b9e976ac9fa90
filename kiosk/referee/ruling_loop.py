"""Judges how the tray lies and does what follows from it, ruling after ruling, until nothing follows."""

from kiosk.games.core import Choice, Choose, DiceSet, Keep, Pick, Stop, Throw, Turned
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.coach import Coach
from kiosk.referee.keeping import Keeping
from kiosk.referee.picking import Picking
from kiosk.referee.rulings import Effect, Outcome, rule_on
from kiosk.referee.scoring import Scoring
from kiosk.referee.situation import Situation
from kiosk.ruling import NoticeId, RulingId

MOST_RULINGS = 16
"""Up to 16 rulings follow from one another. Each uses dice up, so that after some ten nothing is left to do: more are a
fault of the program, and no match shall hang for it."""
_SAID = {RulingId.REFUSED: NoticeId.REFUSED, RulingId.THROW_ONLY: NoticeId.THROW_ONLY}
"""Rulings that are still told in a notice after their effect, as the next ruling takes their place on the screen."""


class RulingLoop(Scoring):
    """The state that the table is in, and what follows from it.

    Attributes:
        outcome: of the last ruling; a plain one while nothing can be judged.
    """

    def __init__(self, match: Match, keeping: Keeping, coach: Coach | None, *, resumed: bool) -> None:
        super().__init__(match, keeping, resumed=resumed)
        self.coach = coach or Coach(match)
        self.outcome = Outcome()
        self._picking = Picking(match, self.coach)

    def _situation(self, wait: Throw | Choice) -> Situation:
        """The situation of this moment."""
        match, tray, selection, house_turns = self.match, self._tray.snapshot, self._selection, self.coach.house_turns
        kept, own, choosing = selection.kept, match.game.dice_set is DiceSet.OWN, isinstance(wait, Choice)
        refused = match.refusal(Keep(kept)) if choosing else None
        fresh = [die for die in tray.present if die.track in tray.thrown]
        fell = match.fallen(*((Keep(kept),) if choosing else ()))
        return Situation(
            seat=wait.seat,
            choosing=choosing,
            slots=selection.slots,
            hand=match.hand,
            kept=kept,
            forced=kept if selection.by_house else selection.forced,
            by_house=selection.by_house,
            may_lie=selection.may_be(tray.unmoved(wait.seat)),
            refusal=None if refused is None else refused.reason,
            dice_set=match.game.dice_set,
            theirs=self._recovery.theirs,
            last=match.last_hand,
            adoptable=self._recovery.adoptable(tray),
            blind=selection.blind,
            tray=tray,
            strangers=tuple(self._recovery.strangers(wait.seat, fresh, tray.middle_px)) if own else (),
            alike=own and self._recovery.alike(wait.seat, fresh),
            numbered=self._dice.numbered,
            game_dice=match.game.dice,
            fell=None if fell is None else fell.values,
            turns=wait.turns if isinstance(wait, Choice) and (not selection.by_house or house_turns) else frozenset(),
            house_turns=house_turns,
        )

    def judge(self) -> None:
        """Find the state that the table is in, and do what follows from it, until nothing does."""
        for _ in range(MOST_RULINGS):
            if not self._follow_one():
                return
        self._notices.give(NoticeId.CONFUSED)

    def _follow_one(self) -> bool:
        """Judge once, and do what follows; whether the table must be judged again."""
        # Cleared first: an old question must not be answered while nothing can be judged.
        wait = self.match.wait
        self.outcome = Outcome()
        if not (self._selection.blind or self._tray.snapshot.watched):
            return False
        if self._tipped_over():
            return False
        if isinstance(wait, Choice | Pick) and self.match.players[wait.seat].house and self._let_house_choose():
            # What comes next may be the house's choice again; a throw is judged at the next rest.
            return isinstance(self.match.wait, Choice | Pick)
        if not isinstance(wait, Throw | Choice):
            return False
        self._reclaim()
        situation = self._situation(wait)
        self.outcome = rule_on(situation)
        return self._take_effect(self.outcome, situation, wait)

    def _take_effect(self, outcome: Outcome, situation: Situation, wait: Throw | Choice) -> bool:
        """Do what happens by itself; whether anything did."""
        match outcome.effect:
            case None:
                return False
            case Effect.ASK_BACK:
                found = self._recovery.put_back(situation.tray, situation.kept, situation.there)
                if not found:
                    return False
                self._tray.recovered(found)
            case Effect.COUNT:
                if not situation.tray.at_rest(self._notices.now):
                    # A button may have brought us here while a hand moves dice, or the camera hangs.
                    return False
                self._count(situation, situation.throw)
                # All dice thrown again, though some could have been kept: perhaps the turn had passed on.
                if self.match.can_pass_on and isinstance(wait, Choice) and len(wait.keeps) > 1:
                    self._notices.give(NoticeId.WHOSE_THROW)
            case Effect.TURN:
                if not situation.tray.at_rest(self._notices.now):
                    return False
                self._turn(situation)
            case Effect.VOID:
                self._tray.annulled()
            case Effect.LOSE:
                self._tray.hand_lost()
            case Effect.ADOPT:
                self._adopt(situation)
        if outcome.ruling.id in _SAID:
            self._notices.give(_SAID[outcome.ruling.id], prompts.sentence(outcome.ruling, self.match.game.figures))
        return True

    def _reclaim(self) -> None:
        """Find the other seat's dice again that somebody knocked: they lie elsewhere with their old faces."""
        tray, recovery = self._tray, self._recovery
        # First undo wrong tracks, so that these dice can be found.
        if mistaken := recovery.mistaken(tray.snapshot):
            tray.mistaken(mistaken)
        if knocked := recovery.knocked_theirs(tray.snapshot):
            tray.recovered(knocked)

    def _let_house_choose(self) -> bool:
        """Do what the house decides; whether the match went on: marks alone wait for somebody's throw."""
        match self.coach.decision():
            case Keep(slots):
                self._selection.put(slots)
                return False
            # With a camera somebody turns the die, and that is seen; without one it is believed.
            case Turned(slots) if self._selection.blind:
                self._turn_unseen(slots)
            case Turned():
                self._selection.put(frozenset())
                return False
            case Choose(name):
                self._choose(name)
            case Stop():
                self._stop()
        return True

    def _tipped_over(self) -> bool:
        """Amend the throw just counted if its dice tipped over by themselves; whether any did: judging ends then."""
        tray = self._tray.snapshot
        fallen = tray.tipped_over
        if not (fallen and tray.known):
            return False
        if not any(tray.die_at(doubt.box) in fallen for doubt in tray.doubts):
            self._amend(fallen)
        return True
