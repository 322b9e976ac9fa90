"""A match as its list of actions, with the states that the rules derive from them, and what can be told of those."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeVar

from kiosk.games.core import (
    Action,
    Carry,
    Choose,
    Event,
    GameView,
    HandView,
    IllegalActionError,
    Keep,
    Lead,
    Leave,
    Return,
    Roll,
    Stop,
    Turned,
    Wait,
)
from kiosk.games.game import Game
from kiosk.games.state import State, Turn, now
from kiosk.match.log import Record, gone
from kiosk.match.seating import MatchCourse, Player, course, players, title_of


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll among the actions of a match: its `index` there, the `seat` that threw, its `dice` as slot to value.

    `turned`: nobody threw, sixes were turned to ones.
    """

    index: int
    seat: int
    dice: Mapping[int, int]
    turned: bool = False


def newest_first(actions: Sequence[Action], states: Sequence[State]) -> Iterator[Rolled]:
    """Every roll among these actions, the last one first; `states` are those in which each was taken."""
    for index in reversed(range(len(actions))):
        action = actions[index]
        if isinstance(action, Roll):
            turn = now(states[index])
            yield Rolled(index, turn.seat, dict(zip(sorted(turn.slots - turn.kept), action.values, strict=True)))
        elif isinstance(action, Turned):
            yield Rolled(index, now(states[index]).seat, dict.fromkeys(action.slots, 1), turned=True)


def origins(rolls: Iterable[Rolled], slots: int) -> dict[int, Rolled]:
    """Slot by slot, which of one seat's rolls, newest first, gave the dice of a hand of this many slots.

    The dice that stayed were thrown before: in this turn, or where hands outlast turns, earlier.
    """
    found: dict[int, Rolled] = {}
    for rolled in rolls:
        for slot in rolled.dice:
            found.setdefault(slot, rolled)
        if len(found) == slots:
            break
    return found


def corrected(hand: Mapping[int, Rolled], dice: Mapping[int, int]) -> dict[int, Roll]:
    """The rolls, by index, as they must be corrected if these dice of the hand (slot to value) show other values."""
    found: dict[int, dict[int, int]] = {}
    for slot, value in dice.items():
        rolled = hand[slot]
        if rolled.dice[slot] != value and not rolled.turned:
            found.setdefault(rolled.index, dict(rolled.dice))[slot] = value
    return {index: Roll(tuple(shown.values())) for index, shown in found.items()}


T = TypeVar("T")


def choice_of(action: Action, slots: int) -> frozenset[int] | str | None:
    """What an action chose: the slots that stay, of `slots` in all, or the offer; None where it chose nothing."""
    match action:
        case Keep(kept):
            return kept
        case Stop():
            return frozenset(range(1, slots + 1))
        case Choose(option):
            return option
    return None


class Progress:
    """A match as far as it was played; it asks the rules, and writes nothing to disk.

    Attributes:
        title: the game with its preset, and whether house rules were set over it.
        actions: those that count now: not undone, and as corrected.
        events: what the last action brought about.
        serial: grows with every change, also with an undo.
    """

    def __init__(self, record: Record, game: Game[Any]) -> None:
        self.game = game
        self.record = record
        self.title = title_of(game)
        self.actions: list[Action] = []
        self._states: list[Any] = [game.start(len(record.players), record.first)]
        self.events: tuple[Event, ...] = ()
        self.serial = 0
        self._known: dict[object, Any] = {}
        """Results of `once`, for this serial: each picture asks for them many times."""

    @property
    def state(self) -> Any:
        return self._states[-1]

    @property
    def wait(self) -> Wait:
        return self.once("wait", lambda: self.game.waits(self.state))

    @property
    def seat(self) -> int | None:
        """Who is in turn; None while somebody draws, and at the end."""
        return self.seat_at(-1)

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def view(self) -> GameView:
        return self.once("view", lambda: self.game.view(self.state))

    def view_after(self, keep: Keep) -> GameView:
        """The view that would follow if these dice stayed; the rules must allow that."""
        return self.once(keep, lambda: self.game.view(self.game.apply(self.state, keep)[0]))

    @property
    def hand(self) -> dict[int, int]:
        """The dice of the turn, slot to value, as far as they are thrown."""
        return {slot: value for slot, value in enumerate(self.view.hand, 1) if value is not None}

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where; the house plays its own seats, and on for whoever left."""
        return self.once("players", lambda: players(self.record.players, self.record.house, self.gone))

    @property
    def gone(self) -> frozenset[int]:
        return frozenset(gone(self.actions))

    @property
    def course(self) -> MatchCourse:
        """How the match went up to now."""
        return course(self.game, self._states)

    def refusal(self, action: Action) -> IllegalActionError | None:
        """Why the rules refuse an action now; None if they allow it."""
        try:
            self.game.apply(self.state, action)
        except IllegalActionError as error:
            return error
        return None

    @property
    def last_roll(self) -> int | None:
        """The index of the last roll among the actions; None before the first."""
        last = next(self._rolls(), None)
        return None if last is None else last.index

    @property
    def last_seat(self) -> int | None:
        """Who threw last; None before the first throw."""
        last = next(self._rolls(), None)
        return None if last is None else last.seat

    @property
    def last_hand(self) -> dict[int, int]:
        """The dice of the last hand that was thrown, slot to value: the one that can be corrected."""
        return {} if self.last_seat is None else self.hand_of(self.last_seat)

    def hand_of(self, seat: int) -> dict[int, int]:
        """The dice of the last hand that a seat has thrown, slot to value."""
        last = next((rolled for rolled in self._rolls() if rolled.seat == seat), None)
        if last is None:
            return {}
        return {slot: die for slot, die in enumerate(now(self._states[last.index]).dice, 1) if die} | dict(last.dice)

    def rolls_of(self, seat: int) -> dict[int, int]:
        """Which roll, by its index among the actions, gave each die of the last hand that a seat has thrown."""
        return {slot: rolled.index for slot, rolled in self._origins(seat).items()}

    @property
    def board(self) -> GameView:
        """The view as the screen shows it: after a round its hands stay visible until the next throw."""
        return self._turn_before()[1]

    def ended_hand(self) -> tuple[int, HandView] | None:
        """The seat and the hand of the turn that ended last.

        None before the first, while a turn goes on, or if the player in turn has a hand, which is shown instead.
        """
        return None if self.view.named is not None else self._turn_before()[0]

    def choices_of_last_turn(self) -> list[tuple[Any, frozenset[int] | str]]:
        """Each choice of the turn that ended last: the state it was made in, and the slots that stayed or the offer."""
        choices: list[tuple[Any, frozenset[int] | str]] = []
        for index in reversed(range(len(self.actions))):
            state, action = self._states[index], self.actions[index]
            if isinstance(action, Lead | Leave | Return | Carry):
                continue
            view = self.game.view(state)
            if (choice := choice_of(action, len(view.hand))) is not None:
                choices.append((state, choice))
            if view.rolls_used == 0:
                break
        return choices[::-1]

    def seat_at(self, index: int) -> int | None:
        """Who was in turn when action `index` was taken."""
        turn: Turn | None = self._states[index].turn
        return None if turn is None else turn.seat

    def follow(self, kept: int, actions: Sequence[Action]) -> None:
        """Replace the actions after the first `kept` by these.

        Raises:
            IllegalActionError: these rules never allowed one of them; nothing has changed.
        """
        states, events = self._ahead(actions, kept)
        del self.actions[kept:], self._states[kept + 1 :]
        self._go(actions, states, events)

    def once(self, what: object, work: Callable[[], T]) -> T:
        """The result of `work`, named `what`, kept until the match changes."""
        if what not in self._known:
            self._known[what] = work()
        found: T = self._known[what]
        return found

    def _ahead(self, actions: Sequence[Action], start: int | None = None) -> tuple[list[Any], tuple[Event, ...]]:
        """The states and the events that these actions lead to from here, or from the state before action `start`."""
        states = [self.state if start is None else self._states[start]]
        events: tuple[Event, ...] = ()
        for action in actions:
            state, happened = self.game.apply(states[-1], action)
            states.append(state)
            events += happened
        return states[1:], events

    def _playable(self, actions: Sequence[Action], start: int) -> int:
        state = self._states[start]
        for count, action in enumerate(actions):
            try:
                state, _ = self.game.apply(state, action)
            except IllegalActionError:
                return count
        return len(actions)

    def _go(self, actions: Sequence[Action], states: Sequence[Any], events: tuple[Event, ...]) -> None:
        self.actions += actions
        self._states += states
        self.events = events
        self.serial += 1
        self._known = {}

    def _round_began(self) -> int:
        # From the state before the last action: that action may have begun the next round.
        start = max(len(self.actions) - 1, 0)
        while start and self._states[start - 1].round == self._states[start].round:
            start -= 1
        return start

    def _rolls(self) -> Iterator[Rolled]:
        return newest_first(self.actions, self._states)

    def _origins(self, seat: int | None) -> dict[int, Rolled]:
        """By slot, the roll that gave each die of this seat's last hand; empty before its first throw."""
        rolls = (rolled for rolled in self._rolls() if rolled.seat == seat)
        last = next(rolls, None)
        if last is None:
            return {}
        return origins(chain([last], rolls), len(now(self._states[last.index]).dice))

    def _turn_before(self) -> tuple[tuple[int, HandView] | None, GameView]:
        """The turn that has just ended, if any, and the view, with the hands of its round where they would be gone."""
        return self.once("turn before", self._find_turn_before)

    def _find_turn_before(self) -> tuple[tuple[int, HandView] | None, GameView]:
        view = self.view
        last = next(
            (n for n in reversed(range(len(self.actions))) if isinstance(self.actions[n], Roll | Stop | Choose)), None
        )
        if last is None or view.rolls_used:  # the next turn is under way
            return None, view
        # States keep no events: the action that ended the turn is asked once more.
        before = self._states[last]
        events = self.game.apply(before, self.actions[last])[1]
        ended = ((event.seat, event.hand) for event in events if event.seat is not None and event.hand is not None)
        turn = next(ended, None)
        if turn is None:
            return None, view
        # The turn has ended its round, and the new round has no hands yet: those of the old one are shown.
        if all(seat.hand is None for seat in view.seats):
            hands = [seat.hand for seat in self.game.view(before).seats]
            hands[turn[0]] = turn[1]
            seats = tuple(replace(seat, hand=hand) for seat, hand in zip(view.seats, hands, strict=True))
            view = replace(view, seats=seats)
        return turn, view
