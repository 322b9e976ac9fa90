"""The flow all games share: seats take turns, hands are compared, ties are broken. A game answers what differs."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from itertools import combinations
from typing import ClassVar

from kiosk.games.aims import Aim
from kiosk.games.core import (
    Action,
    Choice,
    Draw,
    Event,
    Game,
    GameView,
    HandView,
    Happening,
    IllegalActionError,
    Keep,
    Lead,
    Leave,
    Over,
    Roll,
    SeatView,
    Stop,
    Throw,
    Wait,
)
from kiosk.games.options import OptionError
from kiosk.games.state import ROLL_OFF, ROUND, Hand, Heat, Key, Play, S, Turn, now
from kiosk.games.text import Text, say, seat_name, written


class Rounds(Game[S]):
    """A game of rounds. What a game must answer comes first, then what it may answer otherwise, then the flow."""

    tokens: ClassVar[bool] = False
    """Whether the counts are tokens, with a pot; otherwise points."""
    kinds: ClassVar[tuple[str, ...]] = (ROUND,)
    """The kinds of heats that rounds begin with, in the order in which a match comes to them."""

    # --- what a game answers ---

    @abstractmethod
    def new(self, seats: int) -> S:
        """The state with nothing played: counts and pot."""

    @abstractmethod
    def settle(self, play: Play[S]) -> None:
        """All hands of the last heat lie: compare, pay, and begin the next heat or round, or finish."""

    @abstractmethod
    def standing(self, state: S) -> tuple[tuple[int, ...], ...]:
        """The places as they are now, first to last, equals together."""

    @abstractmethod
    def describe(self, state: S, hand: Hand) -> HandView:
        """A hand of a round or tie-break, named."""

    # --- what a game may answer otherwise ---

    def begin(self, play: Play[S]) -> None:
        """Find out who leads first: by a roll-off; with nothing begun, somebody is drawn or named."""
        if self.options["first"] != "seat":
            self.heat(play, ROLL_OFF, play.state.playing)

    def open(self, play: Play[S]) -> None:
        """The leader is known: start to play."""
        self.next_round(play, play.state.leader)

    def opening(self, state: S, seat: int) -> tuple[int | None, ...]:  # noqa: ARG002  # for games that remember hands
        """The dice that lie before a seat as its turn begins."""
        return (None,) * state.heat.dice

    def rolls_allowed(self, state: S) -> int | None:  # noqa: ARG002  # most games look
        """In this turn; None if the rules set no number."""
        return 1

    def keeps(self, state: S) -> frozenset[frozenset[int]]:
        """The sets of slots that may stay while the others are thrown again."""
        slots = now(state).slots
        return frozenset(frozenset(some) for size in range(len(slots)) for some in combinations(slots, size))

    def may_stop(self, state: S) -> bool:  # noqa: ARG002  # some games look
        """Whether the turn may end with the hand as it lies."""
        return True

    def refusal(self, state: S, slots: frozenset[int]) -> Text:  # noqa: ARG002  # some games look
        """Why these slots may not stay."""
        return say("These dice may not stay")

    def rolled(self, play: Play[S]) -> None:
        """A throw of a round lies: something at once?"""

    def aim(self, state: S) -> Aim | None:  # noqa: ARG002  # games that have odds look
        """What the turn is played for; None: no odds are told. Not asked in the roll-off."""
        return None

    def decided(self, state: S) -> bool:
        """Whether the last heat is complete."""
        return len(state.heat.hands) == len(state.heat.seats)

    def phase(self, state: S) -> Text:
        """What the match is at."""
        return say("Round {n}", n=state.round)

    def stake(self, state: S) -> Text | None:  # noqa: ARG002  # some games look
        """What is at stake, in one line."""
        return None

    def place_of(self, state: S, seat: int) -> int | None:
        """A seat's place once it is certain."""
        if not state.over and seat in state.playing:
            return None
        place = 1
        for group in self.standing(state):
            if seat in group:
                return place
            place += len(group)
        return None

    def score_of(self, state: S, seat: int) -> int | None:
        """What the screen shows as a seat's points."""
        return state.counts[seat]

    def title_of(self, state: S, seat: int) -> Text | None:  # noqa: ARG002  # few games name seats
        """What the rules call a seat."""
        return None

    # --- steps for games ---

    def lead(self, play: Play[S], seat: int) -> None:
        """This seat leads first."""
        play.set(leader=seat, heats=())
        play.tell(Happening.LEADS, say("{seat} leads", seat=seat_name(seat)), seat)
        self.open(play)

    def next_round(
        self,
        play: Play[S],
        leader: int,
        kind: str = ROUND,
        seats: tuple[int, ...] | None = None,
        after: tuple[Heat, ...] = (),
    ) -> None:
        """Begin the next round.

        Args:
            play: the action being carried out.
            leader: who leads; or else the next one clockwise who is in.
            kind: of its heat.
            seats: only these play; None for all who are in the struggle.
            after: earlier heats that stay in mind.
        """
        order = tuple(seat for seat in play.state.order(leader) if seats is None or seat in seats)
        play.set(round=play.state.round + 1, leader=order[0], heats=after)
        self.heat(play, kind, order)

    def heat(self, play: Play[S], kind: str, seats: tuple[int, ...], dice: int | None = None) -> None:
        """Begin a heat."""
        play.set(heats=(*play.state.heats, Heat(kind, seats, dice or self.dice)))
        self._next_turn(play)

    def single(self, play: Play[S], kind: str, tied: tuple[int, ...], key: Key) -> int | None:
        """The one of `tied` with the highest throw in the tie-breaks of this kind.

        None: they are still tied, so another tie-break was begun; `settle` is asked again when its hands lie.
        """
        for heat in play.state.heats[1:]:
            if heat.kind == kind:
                tied = heat.top(key)
        if len(tied) == 1:
            return tied[0]
        play.tell(Happening.TIE, say("{n} are tied: they throw again", n=len(tied)))
        self.heat(play, kind, tied)
        return None

    def win(self, play: Play[S]) -> None:
        """End the match and name who won."""
        winners = self.standing(play.state)[0]
        if len(winners) == 1:
            play.finish(say("{seat} wins the match", seat=seat_name(winners[0])), winners[0])
        else:
            play.finish(say("{n} players win the match together", n=len(winners)))

    def capped(self, state: S, most: int) -> int:
        """`most` rolls, or fewer by the switch `cap`: as many as the leader, or as the player before, used."""
        used = state.heat.rolls
        cap = self.options["cap"]
        if not used or cap == "none":
            return most
        return used[0] if cap == "leader" else used[-1]

    def number(self, name: str) -> int:
        """A switch that is a number."""
        return int(self.options[name])

    # --- the flow ---

    def start(self, seats: int, first: int | None = None) -> S:
        """The state before the first action."""
        if seats not in self.seats:
            few, most = self.seats.start, self.seats.stop - 1
            so_many = f"{few} to {most} players" if few < most else f"{few} players by these house rules"
            raise OptionError(f"{self.name} is for {so_many}, not {seats}.")
        if first is not None and first not in range(seats):
            raise OptionError(f"Seat {first} cannot lead {seats} players.")
        play = Play(self.new(seats))
        if first is None:
            self.begin(play)
        else:
            self.lead(play, first)
        return play.state

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The next state and what happened."""
        play = Play(state)
        wait = self.waits(state)
        match action, wait:
            case _, Over():
                raise IllegalActionError(say("The match is over"))
            case Leave(seat), _:
                self._leave(play, seat)
            case Roll(values), Throw(_, slots):
                if len(values) != len(slots):
                    raise IllegalActionError(say("Throw {n} die", "Throw {n} dice", n=len(slots)))
                if not all(value in range(1, 7) for value in values):
                    raise IllegalActionError(say("A die shows 1 to 6"))
                self._roll(play, dict(zip(slots, values, strict=True)))
            case Keep(slots), Choice(_, keeps):
                if slots not in keeps:
                    raise IllegalActionError(self._why_not(state, slots))
                play.set(turn=replace(now(state), kept=slots, throwing=True))
            case Stop(), Choice(may_stop=may_stop):
                if not may_stop:
                    raise IllegalActionError(say("You must throw again"))
                self._end_turn(play)
            case Lead(seat), Draw(seats):
                if seat not in seats:
                    raise IllegalActionError(say("This player cannot lead"))
                self.lead(play, seat)
            case _, Choice():
                raise IllegalActionError(say("Choose first: which dice stay?"))
            case _, Throw(_, slots):
                raise IllegalActionError(say("Throw {n} die", "Throw {n} dice", n=len(slots)))
            case _:
                raise IllegalActionError(say("First: who leads?"))
        return play.state, tuple(play.events)

    def waits(self, state: S) -> Wait:
        """What the table waits for."""
        if state.over:
            return Over(self.standing(state))
        if state.turn is None:
            return Draw(state.playing)
        turn = state.turn
        if turn.throwing:
            return Throw(turn.seat, tuple(sorted(turn.slots - turn.kept)))
        return Choice(turn.seat, self._open_keeps(state), self.may_stop(state))

    def _leave(self, play: Play[S], seat: int) -> None:
        if seat in play.state.left or seat not in range(play.state.seats):
            raise IllegalActionError(say("This player is not at the table"))
        play.set(left=play.state.left | {seat})
        play.tell(Happening.SPECIAL, say("{seat} leaves, the house plays on", seat=seat_name(seat)), seat)

    def _roll(self, play: Play[S], thrown: dict[int, int]) -> None:
        turn = now(play.state)
        dice = tuple(thrown.get(slot, die) for slot, die in enumerate(turn.dice, 1))
        turn = replace(turn, dice=dice, throwing=False)
        play.set(turn=replace(turn, throws=(*turn.throws, turn.hand)))
        text = say("{seat} throws {dice}", seat=seat_name(turn.seat), dice=written(thrown.values()))
        play.tell(Happening.ROLLED, text, turn.seat)
        if play.state.heat.kind != ROLL_OFF:
            self.rolled(play)
        self._go_on(play)

    def _next_turn(self, play: Play[S]) -> None:
        heat = play.state.heat
        seat = heat.seats[len(heat.hands)]
        play.set(turn=Turn(seat, self.opening(play.state, seat)))
        self._go_on(play)

    def _go_on(self, play: Play[S]) -> None:
        """A throw, a choice, or the end of the turn: whatever the dice leave open."""
        turn = now(play.state)
        if None in turn.dice:
            return
        keeps = self._open_keeps(play.state)
        if not keeps:
            self._end_turn(play)
        elif len(keeps) == 1 and not self.may_stop(play.state):
            play.set(turn=replace(turn, kept=next(iter(keeps)), throwing=True))
        else:
            play.set(turn=replace(turn, throwing=False))

    def _open_keeps(self, state: S) -> frozenset[frozenset[int]]:
        allowed = self._rolls_allowed(state)
        return frozenset() if allowed is not None and now(state).rolls >= allowed else self.keeps(state)

    def _rolls_allowed(self, state: S) -> int | None:
        return 1 if state.heat.kind == ROLL_OFF else self.rolls_allowed(state)

    def _end_turn(self, play: Play[S]) -> None:
        heat, turn = play.state.heat, now(play.state)
        hand = self._named(play.state, turn.hand)
        text = say("{seat}: {hand}", seat=seat_name(turn.seat), hand=hand.name)
        play.tell(Happening.TURN_ENDED, text, turn.seat, hand=hand)
        ended = replace(heat, hands=(*heat.hands, turn.hand), rolls=(*heat.rolls, turn.rolls))
        play.set(heats=(*play.state.heats[:-1], ended))
        if not self.decided(play.state):
            self._next_turn(play)
        elif heat.kind != ROLL_OFF:
            self.settle(play)
        else:
            leader = self.single(play, ROLL_OFF, play.state.heats[0].top(sum), sum)
            if leader is not None:
                self.lead(play, leader)

    def _why_not(self, state: S, slots: frozenset[int]) -> Text:
        if slots == now(state).slots:
            return say("To keep them all, end your turn") if self.may_stop(state) else say("You must throw again")
        if not slots <= now(state).slots:
            return say("There is no such die")
        return self.refusal(state, slots)

    def _named(self, state: S, hand: Hand) -> HandView:
        if state.heat.kind == ROLL_OFF:
            return HandView(tuple(sorted(hand, reverse=True)), say("{n} pip", "{n} pips", n=sum(hand)))
        return self.describe(state, hand)

    # --- the view ---

    def view(self, state: S) -> GameView:
        """What the screen shows."""
        turn = state.turn
        rolling_off = bool(state.heats) and state.heat.kind == ROLL_OFF
        rounds = [heat for heat in state.heats if heat.kind == state.heats[0].kind]
        return GameView(
            phase=say("Roll-off") if rolling_off else self.phase(state),
            prompt=self.prompt(state),
            stake=None if rolling_off or state.over or not state.heats else self.stake(state),
            seat=turn.seat if turn else None,
            hand=turn.dice if turn else (),
            kept=turn.kept if turn and turn.throwing else frozenset(),
            rolls_used=turn.rolls if turn else 0,
            rolls_allowed=self._rolls_allowed(state) if turn else None,
            named=self._named(state, turn.hand) if turn and not turn.throwing else None,
            pot=state.pot if self.tokens else None,
            seats=tuple(self._seat_view(state, seat) for seat in range(state.seats)),
            order=rounds[-1].seats if rounds else state.playing,
            round=state.round,
        )

    def prompt(self, state: S) -> Text:
        """What to do now."""
        match self.waits(state):
            case Over():
                return say("The match is over")
            case Draw():
                return say("Who leads?")
            case Choice(may_stop=may_stop):
                if may_stop:
                    return say("Keep what you like and throw the rest, or end your turn")
                return say("Choose the dice that stay and throw the rest")
            case Throw(slots=slots) if len(slots) < len(now(state).dice):
                return say("Throw the other die", "Throw the other {n} dice", n=len(slots))
            case Throw(slots=slots) if state.heat.kind == ROLL_OFF:
                return say("Throw {n} die: the highest leads", "Throw {n} dice: the highest leads", n=len(slots))
            case Throw(slots=slots) if state.breaking_tie:
                return say("Tie-break: throw {n} die", "Tie-break: throw all {n} dice", n=len(slots))
            case Throw(slots=slots):
                return say("Throw the die", "Throw all {n} dice", n=len(slots))

    def _seat_view(self, state: S, seat: int) -> SeatView:
        hands = (heat.hand(seat) for heat in reversed(state.heats))
        hand = next((hand for hand in hands if hand is not None), None)
        return SeatView(
            score=None if self.tokens else self.score_of(state, seat),
            tokens=state.counts[seat] if self.tokens else None,
            hand=self._named(state, hand) if hand else None,
            playing=not state.over and bool(state.heats) and seat in state.heat.seats,
            out=seat not in state.playing,
            place=self.place_of(state, seat),
            title=self.title_of(state, seat),
        )
