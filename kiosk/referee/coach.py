"""The odds of a match for the players: the line under the dice, what the coach says, and what the house decides."""

from kiosk.games.core import Choice, Choose, Keep, Offer, Pick, Stop, Turned
from kiosk.games.text import Text
from kiosk.match.match import Match
from kiosk.odds.advice import Advice
from kiosk.odds.odds import Odds
from kiosk.view import Coaching


class Coach:
    """Watches a match; it never changes it.

    Args:
        coaching: when the coach speaks; the odds themselves are always told.
        background: work odds out beside the play instead of waiting for them; until they are there no line is shown.
    """

    def __init__(self, match: Match, coaching: Coaching = Coaching.OFF, *, background: bool = False) -> None:
        self.coaching = coaching
        self._match = match
        self._odds = Odds(match.game, len(match.record.players), background=background)
        self._advised: tuple[int, Advice] | None = None
        """The match's serial, and the advice for that state."""

    def line(self, marks: frozenset[int] | str) -> Text | None:
        """The chance that matters now: with the best choice, or once dice or an offer are marked, if that is made."""
        if self.word() is not None and not isinstance(self._match.wait, Choice | Pick):
            return None  # the coach speaks of the turn that is over: these odds of the next one would confuse
        advice = self._advice()
        return None if advice is None else advice.line(marks or None) or advice.line()

    def word(self) -> Text | None:
        """What the coach says now; None while he is silent."""
        match self.coaching, self._match.wait:
            case Coaching.ON, Choice() | Pick():
                advice = self._advice()
                return None if advice is None else advice.coach()
            # Worked out once for each state: each picture asks, and odds may take long.
            case Coaching.AFTER, wait if not isinstance(wait, Choice | Pick):
                return self._match.once("verdict", self._worst_choice)
            case _:
                return None

    def ranking(self) -> tuple[Offer, ...]:
        """What may become of the hand, best first: by the odds, or else by points; none where nobody is asked."""
        wait = self._match.wait
        if not isinstance(wait, Pick):
            return ()
        advice = self._advice()
        if advice is None:
            return tuple(sorted(wait.options, key=lambda offer: -offer.points))
        return tuple(option.offer for option in advice.options if option.offer is not None)

    @property
    def house_turns(self) -> frozenset[int]:
        """The sixes that the house wants turned to ones; none where it does not play, or wants none."""
        wait = self._match.wait
        if not isinstance(wait, Choice) or not wait.turns or not self._match.players[wait.seat].house:
            return frozenset()
        decision = self.decision()
        return decision.slots if isinstance(decision, Turned) else frozenset()

    def decision(self) -> Keep | Stop | Choose | Turned | None:
        """What the house does with the choice it has: the best there is; None where there is no choice to make."""
        wait = self._match.wait
        if isinstance(wait, Pick):
            return Choose(self.ranking()[0].name)
        if not isinstance(wait, Choice):
            return None
        advice = self._advice()
        if advice and advice.best and advice.best.turned:
            return Turned(advice.best.turned)
        if advice and advice.best:
            return Stop() if advice.best.stop else Keep(advice.best.slots)
        # Without odds it stops if it may, or else keeps as many dice as it may.
        return Stop() if wait.may_stop else Keep(max(wait.keeps, key=lambda keep: (len(keep), sorted(keep))))

    def _advice(self) -> Advice | None:
        if self._advised is None or self._advised[0] != self._match.serial:
            advice = self._odds.advice(self._match.state)
            if advice is None:
                return None  # not remembered: background odds may be there at the next call
            self._advised = self._match.serial, advice
        return self._advised[1]

    def _worst_choice(self) -> Text | None:
        said: list[tuple[float, Text]] = []
        for state, slots in self._match.choices_of_last_turn():
            advice = self._odds.advice(state)
            verdict = None if advice is None else advice.verdict(slots)
            if advice is not None and verdict is not None:
                said.append((advice.cost(slots) or 0.0, verdict))
        return max(said, key=lambda each: each[0])[1] if said else None
