"""The flow all games share: seats take turns, hands are compared, ties are broken. A game answers what differs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Generic, TypeVar

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
    OptionError,
    Over,
    Roll,
    SeatView,
    Stop,
    Text,
    Throw,
    Wait,
    say,
    seat_name,
    written,
)

Hand = tuple[int, ...]
Key = Callable[[Hand], int]

ROLL_OFF = "roll_off"
ROUND = "round"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way: `dice` by slot, None before the first throw; `kept` stay in the throw awaited or last made."""

    seat: int
    dice: tuple[int | None, ...]
    kept: frozenset[int] = frozenset()
    throwing: bool = True
    rolls: int = 0

    @property
    def hand(self) -> Hand:
        """The dice, all of them thrown."""
        return tuple(die for die in self.dice if die is not None)

    @property
    def slots(self) -> frozenset[int]:
        """All slots of the turn, 1…n."""
        return frozenset(range(1, len(self.dice) + 1))

    def slots_of(self, value: int) -> frozenset[int]:
        """The slots where this value lies."""
        return frozenset(slot for slot, die in enumerate(self.dice, 1) if die == value)


@dataclass(frozen=True, slots=True)
class Heat:
    """Turns whose hands are compared: a round, a roll-off, a tie-break; `seats` in playing order."""

    kind: str
    seats: tuple[int, ...]
    dice: int
    hands: tuple[Hand, ...] = ()
    rolls: tuple[int, ...] = ()

    def hand(self, seat: int) -> Hand | None:
        """The hand that a seat ended its turn with; None before."""
        return dict(zip(self.seats, self.hands, strict=False)).get(seat)

    def top(self, key: Key) -> tuple[int, ...]:
        """The seats with the highest hand by `key`, in playing order."""
        highest = max(map(key, self.hands))
        return tuple(seat for seat, hand in zip(self.seats, self.hands, strict=False) if key(hand) == highest)


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment.

    Attributes:
        seats: how many there are.
        counts: each seat's tokens or points, whichever the game counts.
        pot: tokens that nobody holds.
        leader: who leads, or led, this round.
        round: 1 is the first; 0 in the roll-off.
        heats: of this round, then its tie-breaks; the last is being played.
        turn: None while somebody draws and when the match is over.
        out: who has left the struggle, in the order of leaving, equals together.
        left: seats that the house plays on.
        over: nothing more happens.
    """

    seats: int
    counts: tuple[int, ...]
    pot: int = 0
    leader: int = 0
    round: int = 0
    heats: tuple[Heat, ...] = ()
    turn: Turn | None = None
    out: tuple[tuple[int, ...], ...] = ()
    left: frozenset[int] = frozenset()
    over: bool = False

    @property
    def heat(self) -> Heat:
        """The one being played."""
        return self.heats[-1]

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats still in the struggle, in seat order."""
        gone = {seat for group in self.out for seat in group}
        return tuple(seat for seat in range(self.seats) if seat not in gone)

    def order(self, leader: int) -> tuple[int, ...]:
        """Playing order: clockwise from `leader`, or from the next one still playing."""
        return tuple(sorted(self.playing, key=lambda seat: (seat - leader) % self.seats))


S = TypeVar("S", bound=State)


class Play(Generic[S]):
    """One action being carried out: the state so far and what has happened."""

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def tell(
        self, what: Happening, text: Text, seat: int | None = None, source: int | None = None, amount: int = 0
    ) -> None:
        """Note that something happened."""
        self.events.append(Event(what, text, seat, source, amount))

    def count(self, seat: int, amount: int) -> None:
        """Change what a seat has."""
        counts = self.state.counts
        self.set(counts=(*counts[:seat], counts[seat] + amount, *counts[seat + 1 :]))

    def score(self, seat: int, points: int, text: Text) -> None:
        """Give a seat points."""
        self.count(seat, points)
        self.tell(Happening.POINTS, text, seat, amount=points)

    def take(self, seat: int, amount: int, source: int | None = None) -> None:
        """Move tokens to a seat, from another or from the pot, as far as they reach."""
        amount = min(amount, self.state.pot if source is None else self.state.counts[source])
        if amount == 0:
            return
        self.count(seat, amount)
        if source is None:
            self.set(pot=self.state.pot - amount)
            text = say(
                "{seat} takes {n} token from the pot",
                "{seat} takes {n} tokens from the pot",
                seat=seat_name(seat),
                n=amount,
            )
        else:
            self.count(source, -amount)
            text = say(
                "{source} gives {n} token to {seat}",
                "{source} gives {n} tokens to {seat}",
                source=seat_name(source),
                seat=seat_name(seat),
                n=amount,
            )
        self.tell(Happening.TOKENS, text, seat, source, amount)

    def leave(self, seats: tuple[int, ...]) -> None:
        """These seats are out of the struggle together."""
        if seats:
            self.set(out=(*self.state.out, seats))

    def finish(self) -> None:
        """End the match."""
        self.set(over=True, turn=None)


class Rounds(Game[S]):
    """A game of rounds. What a game must answer comes first, then what it may answer otherwise, then the flow."""

    tokens: ClassVar[bool] = False
    """Whether the counts are tokens, with a pot; otherwise points."""

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

    def open(self, play: Play[S]) -> None:
        """The leader is known: begin."""
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

    # --- steps for games ---

    def next_round(self, play: Play[S], leader: int, kind: str = ROUND, seats: tuple[int, ...] | None = None) -> None:
        """Begin the next round, led by `leader` or the next one after him still in; `seats`: these only."""
        order = tuple(seat for seat in play.state.order(leader) if seats is None or seat in seats)
        play.set(round=play.state.round + 1, leader=order[0], heats=())
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
            raise OptionError(f"{self.name} is for {self.seats.start} to {self.seats.stop - 1} players, not {seats}.")
        if first is not None and first not in range(seats):
            raise OptionError(f"Seat {first} cannot lead {seats} players.")
        play = Play(self.new(seats))
        if first is not None:
            self._lead(play, first)
        elif not self.draws(play.state):
            self.heat(play, ROLL_OFF, tuple(range(seats)))
        return play.state

    def draws(self, state: S) -> bool:  # noqa: ARG002  # some games look
        """Whether the first to lead is drawn or named rather than thrown for."""
        return self.options["first"] == "seat"

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
                self._lead(play, seat)
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

    def _lead(self, play: Play[S], seat: int) -> None:
        play.set(leader=seat)
        play.tell(Happening.LEADS, say("{seat} leads", seat=seat_name(seat)), seat)
        self.open(play)

    def _leave(self, play: Play[S], seat: int) -> None:
        if seat in play.state.left or seat not in range(play.state.seats):
            raise IllegalActionError(say("This player is not at the table"))
        play.set(left=play.state.left | {seat})
        play.tell(Happening.SPECIAL, say("{seat} leaves, the house plays on", seat=seat_name(seat)), seat)

    def _roll(self, play: Play[S], thrown: dict[int, int]) -> None:
        turn = now(play.state)
        dice = tuple(thrown.get(slot, die) for slot, die in enumerate(turn.dice, 1))
        play.set(turn=replace(turn, dice=dice, throwing=False, rolls=turn.rolls + 1))
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
        name = self._named(play.state, turn.hand).name
        play.tell(Happening.TURN_ENDED, say("{seat}: {hand}", seat=seat_name(turn.seat), hand=name), turn.seat)
        ended = replace(heat, hands=(*heat.hands, turn.hand), rolls=(*heat.rolls, turn.rolls))
        play.set(heats=(*play.state.heats[:-1], ended))
        if not self.decided(play.state):
            self._next_turn(play)
        elif heat.kind != ROLL_OFF:
            self.settle(play)
        else:
            leader = self.single(play, ROLL_OFF, play.state.heats[0].top(sum), sum)
            if leader is not None:
                self._lead(play, leader)

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
        thrown = turn is not None and None not in turn.dice
        return GameView(
            phase=say("Roll-off") if rolling_off else self.phase(state),
            prompt=self.prompt(state),
            stake=None if rolling_off or state.over or not state.heats else self.stake(state),
            seat=turn.seat if turn else None,
            hand=turn.dice if turn else (),
            kept=turn.kept if turn and turn.throwing else frozenset(),
            rolls_used=turn.rolls if turn else 0,
            rolls_allowed=self._rolls_allowed(state) if turn else None,
            named=self._named(state, turn.hand) if turn and thrown else None,
            pot=state.pot if self.tokens else None,
            seats=tuple(self._seat_view(state, seat) for seat in range(state.seats)),
            order=state.heats[0].seats if state.heats else state.playing,
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
                return say("Throw {n} die: the highest leads", "Throw all {n} dice: the highest leads", n=len(slots))
            case Throw(slots=slots) if len(state.heats) > 1:
                return say("Tie-break: throw {n} die", "Tie-break: throw all {n} dice", n=len(slots))
            case Throw(slots=slots):
                return say("Throw {n} die", "Throw all {n} dice", n=len(slots))

    def _seat_view(self, state: S, seat: int) -> SeatView:
        hands = (heat.hand(seat) for heat in reversed(state.heats))
        hand = next((hand for hand in hands if hand is not None), None)
        count = state.counts[seat]
        return SeatView(
            score=None if self.tokens else count,
            tokens=count if self.tokens else None,
            hand=self._named(state, hand) if hand else None,
            playing=not state.over and bool(state.heats) and seat in state.heat.seats,
            out=seat not in state.playing,
            place=self.place_of(state, seat),
        )


def now(state: State) -> Turn:
    """The turn under way, where there must be one."""
    assert state.turn is not None
    return state.turn
