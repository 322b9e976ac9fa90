"""What the screen shows of a game of rounds, and what the table waits for in it."""

from __future__ import annotations

from kiosk.games.core import Choice, Draw, GameView, HandView, Over, Pick, SeatView, Throw, Wait
from kiosk.games.game import Game
from kiosk.games.state import ROLL_OFF, Made, S, now
from kiosk.games.text import Text, say


class Showing(Game[S]):
    """A state in words and numbers."""

    def waits(self, state: S) -> Wait:
        if state.over:
            return Over(self.standing(state))
        if state.turn is None:
            return Draw(state.playing)
        turn = state.turn
        if turn.throwing:
            return Throw(turn.seat, tuple(sorted(turn.slots - turn.kept)))
        if turn.picking:
            return Pick(turn.seat, self.offers(state))
        return Choice(
            turn.seat,
            self._open_keeps(state),
            self._may_stop(state),
            groups=self.groups(state),
            again=self.again(state),
            turns=self._open_turns(state),
        )

    def _rolls_allowed(self, state: S) -> int | None:
        return 1 if state.heat.kind == ROLL_OFF else self.rolls_allowed(state)

    def _named(self, state: S, made: Made, *, ended: bool) -> HandView:
        if state.heat.kind == ROLL_OFF:
            return Game.describe(self, state, made.hand)
        return self.describe_turn(state, made) if ended else self.describe_made(state, made)

    def _open_keeps(self, state: S) -> frozenset[frozenset[int]]:
        return frozenset() if self._last_throw(state) else frozenset(filter(now(state).lets_stay, self.keeps(state)))

    def _may_stop(self, state: S) -> bool:
        return not now(state).turned and self.may_stop(state)

    def _open_turns(self, state: S) -> frozenset[frozenset[int]]:
        if self._last_throw(state) or state.heat.kind == ROLL_OFF or not self.turns_sixes(state):
            return frozenset()
        return now(state).turns

    def _last_throw(self, state: S) -> bool:
        allowed = self._rolls_allowed(state)
        return allowed is not None and now(state).rolls >= allowed

    # --- the view ---

    def view(self, state: S) -> GameView:
        turn = state.turn
        rolling_off = bool(state.heats) and state.heat.kind == ROLL_OFF
        rounds = [heat for heat in state.heats if heat.kind == state.heats[0].kind]
        return GameView(
            phase=say("Roll-off") if rolling_off else self.phase(state),
            prompt=self.prompt(state),
            sought=None if rolling_off or state.over or not state.heats else self.sought(state),
            seat=turn.seat if turn else None,
            hand=turn.dice if turn else (),
            kept=turn.kept if turn and turn.throwing else frozenset(),
            rolls_used=turn.rolls if turn else 0,
            rolls_allowed=self._rolls_allowed(state) if turn else None,
            named=self._named(state, turn.made, ended=False) if turn and not turn.throwing else None,
            pot=state.pot if self.tokens else None,
            seats=tuple(self._seat_view(state, seat) for seat in range(state.seats)),
            order=rounds[-1].seats if rounds else state.playing,
            round=state.round,
            away=state.away,
            turns=max(map(len, self._open_turns(state)), default=0) if turn and not turn.throwing else 0,
            faces=() if rolling_off else self.faces,
            pile=self.pile if self.new(state.seats).pot else say("out of play"),
            sheet=self.sheet(state),
        )

    def prompt(self, state: S) -> Text:
        match self.waits(state):
            case Over():
                return say("The match is over")
            case Draw():
                return say("Who leads?")
            case Choice(may_stop=may_stop, turns=turns):
                if turns:
                    return say("Two sixes: turn one to a one? Turn it, then throw the other")
                if may_stop:
                    return self.asks
                return say("Choose what stays, and throw the rest")
            case Pick():
                return say("Choose what the dice count for")
            case Throw(slots=slots) if len(slots) < len(now(state).dice):
                return say("Throw the other die", "Throw the other {n} dice", n=len(slots))
            case Throw(slots=slots) if state.heat.kind == ROLL_OFF and self.lowest_leads:
                return say("Throw {n} die: the lowest leads", "Throw {n} dice: the lowest leads", n=len(slots))
            case Throw(slots=slots) if state.heat.kind == ROLL_OFF:
                return say("Throw {n} die: the highest leads", "Throw {n} dice: the highest leads", n=len(slots))
            case Throw(slots=slots) if state.breaking_tie:
                return say("Tie-break: throw {n} die", "Tie-break: throw all {n} dice", n=len(slots))
            case Throw(slots=slots):
                return say("Throw the die", "Throw all {n} dice", n=len(slots))

    def _seat_view(self, state: S, seat: int) -> SeatView:
        ended = next((heat for heat in reversed(state.heats) if heat.hand(seat) is not None), None)
        made = None if ended is None else ended.made_by(seat)
        return SeatView(
            score=None if self.tokens else self.score_of(state, seat),
            tokens=state.counts[seat] if self.tokens else None,
            hand=self._named(state, made, ended=True) if made else None,
            playing=not state.over and bool(state.heats) and seat in state.heat.seats,
            out=seat not in state.playing,
            place=self.place_of(state, seat),
            title=self.title_of(state, seat),
        )
