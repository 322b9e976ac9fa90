"""A match: one game, its players and the journal, made into the state of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kiosk.games.core import (
    Action,
    Event,
    Game,
    GameView,
    HandView,
    IllegalActionError,
    Keep,
    Lead,
    Leave,
    Over,
    Roll,
    Stop,
    Text,
    Throw,
    Wait,
    say,
)
from kiosk.journal import Journal
from kiosk.lines import (
    Kind,
    Line,
    Record,
    action_line,
    actions_of,
    correct_line,
    corrections_in,
    path_of,
    taken_back,
    throws_after,
    undo_line,
)
from kiosk.view import Player


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where a die of the hand got its value: the action's index, and the place in its roll."""

    index: int
    place: int


class Match:
    """A match under way; what it takes is on disk before it is the state.

    Attributes:
        game: the rules with the house rules chosen.
        title: the game with its preset, and whether house rules were set over it.
        actions: those that stand.
        events: what the last action brought about; `serial` grows with every change.
        corrections: throws of which people said that the reading was wrong.
    """

    def __init__(self, journal: Journal, record: Record, game: Game[Any]) -> None:
        """Take up the match that `record` names where the journal left it."""
        self.game = game
        self.title = _title(game)
        self.record = record
        self._journal = journal
        lines = journal.lines(record)
        self.actions: list[Action] = []
        self._states: list[Any] = [game.start(len(record.players), record.first)]
        self._waits: list[Wait] = [game.waits(self._states[0])]
        self.events: tuple[Event, ...] = ()
        self.serial = 0
        self._players: tuple[int, tuple[Player, ...]] | None = None
        """Who sat where when the serial was this: asked for many times with every picture."""
        self._ended: tuple[int, tuple[tuple[int, HandView] | None, GameView]] | None = None
        """The turn before, likewise."""
        self.corrections = corrections_in(lines)
        self._fallen = taken_back(lines)
        """Throws that were taken back, by the actions before them."""
        acted = max((n for n, line in enumerate(lines, 1) if line.kind is Kind.ACTION), default=0)
        self._extend(actions_of(lines[:acted]))
        self._floor = self._round_began()
        """So many actions were taken before the round in which somebody acted last: they are not taken back."""
        self._cut(0)
        self._extend(actions_of(lines))

    @property
    def state(self) -> Any:
        """The game's own state."""
        return self._states[-1]

    @property
    def wait(self) -> Wait:
        """What the table waits for."""
        return self._waits[-1]

    @property
    def view(self) -> GameView:
        """The rules' own view."""
        return self.game.view(self.state)

    @property
    def board(self) -> GameView:
        """The view as the screen shows it: the hands of a round stay there until the next throw."""
        return self._turn_before()[1]

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where; the house plays its own seats, and on for whoever left."""
        if self._players is None or self._players[0] != self.serial:
            house = self.record.house | {action.seat for action in self.actions if isinstance(action, Leave)}
            sitting = (Player(name, seat, house=seat in house) for seat, name in enumerate(self.record.players))
            self._players = self.serial, tuple(sitting)
        return self._players[1]

    @property
    def over(self) -> bool:
        """Whether the match was played to its end."""
        return isinstance(self.wait, Over)

    def act(self, *actions: Action, time: float, read: Mapping[str, Any] | None = None) -> None:
        """Take these actions, all or none; `read` is what the camera showed, for the record.

        Raises:
            IllegalActionError: the rules refuse one of them; nothing has changed.
        """
        states, waits, events = self._ahead(actions)
        lines = [action_line(action, time) for action in actions]
        if read is not None:
            lines.insert(0, Line(Kind.READ, read, time))
        if isinstance(waits[-1], Over):
            lines.append(self._end_line(waits[-1], time))
        self._journal.write(self.record, *lines)
        self.corrections += corrections_in(lines)
        self.actions += actions
        self._states += states
        self._waits += waits
        self.events = events
        self._floor = self._round_began()
        self.serial += 1

    def refusal(self, action: Action) -> IllegalActionError | None:
        """Why the rules refuse an action now; None if they allow it."""
        try:
            self.game.apply(self.state, action)
        except IllegalActionError as error:
            return error
        return None

    @property
    def can_undo(self) -> bool:
        """Whether anything was decided in this round, which ends with the first action of the next."""
        return self._last_decision() is not None

    def undo(self, time: float) -> bool:
        """Take the last decision of this round back, with all that was thrown since; whether there was one.

        Nobody throws a second time for that: what fell stays, should play come there again (`fallen`).
        """
        length = self._last_decision()
        if length is None:
            return False
        self._journal.write(self.record, undo_line(length, time))
        self._fallen |= throws_after(self.actions, length)
        self._cut(length)
        self._changed()
        return True

    def fallen(self, *before: Action) -> Roll | None:
        """The throw that was taken back, if it came after the very actions that stand and these; it is not repeated."""
        return self._fallen.get(path_of((*self.actions, *before))) if self._fallen else None

    @property
    def can_pass_on(self) -> bool:
        """Whether the last throw, of all the dice again, may have been the next player's."""
        return self._passed_on() is not None

    def pass_on(self, time: float) -> None:
        """Count the last throw as the next player's, where that can be: the turn before had ended."""
        actions = self._passed_on()
        if actions is None:
            return
        length = len(self.actions) - 2
        lines = [undo_line(length, time), *(action_line(action, time) for action in actions)]
        self._journal.write(self.record, *lines, *self._end_after(length, actions, time))
        self._fallen |= throws_after(self.actions, length)
        self._cut(length)
        self._extend(actions)
        self._floor = self._round_began()
        self.serial += 1

    def _passed_on(self) -> tuple[Action, ...] | None:
        match self.actions[-2:]:
            case [Keep(slots), Roll() as roll] if not slots:
                actions = (Stop(), roll)
                return actions if self._playable(len(self.actions) - 2, actions) == len(actions) else None
            case _:
                return None

    @property
    def last_hand(self) -> dict[int, int]:
        """The dice of the last hand that was thrown, slot to value: the one that can be corrected."""
        return {slot: self._value(origin) for slot, origin in self._origins(self.last_roll).items()}

    @property
    def last_seat(self) -> int | None:
        """Who threw last; None before the first throw."""
        return None if self.last_roll is None else self._thrower(self.last_roll)

    def hand_of(self, seat: int) -> dict[int, int]:
        """The dice of the last hand that a seat has thrown, slot to value."""
        rolls = [index for index in self._rolls() if self._thrower(index) == seat]
        return {slot: self._value(origin) for slot, origin in self._origins(rolls[-1] if rolls else None).items()}

    def rolls_of(self, seat: int) -> dict[int, int]:
        """Which roll, by its index among the actions, gave each die of the last hand that a seat has thrown."""
        rolls = [index for index in self._rolls() if self._thrower(index) == seat]
        return {slot: origin.index for slot, origin in self._origins(rolls[-1] if rolls else None).items()}

    @property
    def hand(self) -> dict[int, int]:
        """The dice of the turn, slot to value, as far as they are thrown."""
        return {slot: value for slot, value in enumerate(self.view.hand, 1) if value is not None}

    def follow(self, actions: Sequence[Action]) -> None:
        """Stand where these actions lead, of which the journal knows: a match is told again.

        Raises:
            IllegalActionError: these rules never allowed one of them.
        """
        pairs = zip(self.actions, actions, strict=False)
        same = next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(self.actions), len(actions)))
        self._cut(same)
        self._extend(actions[same:])
        self.serial += 1

    def waited(self, index: int) -> Wait:
        """What the table waited for when action `index` was taken."""
        return self._waits[index]

    @property
    def last_roll(self) -> int | None:
        """The index of the last roll among the actions; None before the first."""
        return max(self._rolls(), default=None)

    def correct(self, values: Mapping[int, int], time: float, *, amended: bool = False) -> None:
        """Dice of the last hand (slot to value) were others: everything since is played again with those.

        `amended`: the dice themselves tipped over, nobody read them wrongly. What the rules no longer allow after that
        is dropped, and happens anew.
        """
        origins = self._origins(self.last_roll)
        actions = list(self.actions)
        touched: dict[int, list[int]] = {}
        for slot, value in values.items():
            origin = origins[slot]
            if self._value(origin) == value:
                continue
            roll = actions[origin.index]
            assert isinstance(roll, Roll)
            touched.setdefault(origin.index, list(roll.values))[origin.place] = value
            actions[origin.index] = Roll(tuple(touched[origin.index]))
        if not touched:
            return
        first = min(touched)
        length = first + self._playable(first, actions[first:])
        lines = [
            correct_line(index, roll, length, time, amended=amended)
            for index, roll in sorted(touched.items())
            if index < length
        ]
        self._journal.write(self.record, *lines, *self._end_after(first, actions[first:length], time))
        self.corrections += corrections_in(lines)
        self._cut(first)
        self._extend(actions[first:length])
        self._floor = self._round_began()
        self.serial += 1

    def give_up(self, time: float) -> None:
        """End the match unplayed: it will not be resumed."""
        self._journal.write(self.record, Line(Kind.END, {"given_up": True}, time))

    def ended_hand(self) -> tuple[int, HandView] | None:
        """The seat and the hand of the turn that ended last; None before the first, or if a turn goes on."""
        return self._turn_before()[0]

    def choices_of_last_turn(self) -> list[tuple[Any, frozenset[int]]]:
        """Each choice of the turn that ended last: the state it was made in, and the slots that stayed."""
        choices: list[tuple[Any, frozenset[int]]] = []
        for index in reversed(range(len(self.actions))):
            state, action = self._states[index], self.actions[index]
            if isinstance(action, Lead | Leave):
                continue
            view = self.game.view(state)
            if isinstance(action, Keep):
                choices.append((state, action.slots))
            elif isinstance(action, Stop):
                choices.append((state, frozenset(range(1, len(view.hand) + 1))))
            if view.rolls_used == 0:
                break
        return choices[::-1]

    # --- inside ---

    def _turn_before(self) -> tuple[tuple[int, HandView] | None, GameView]:
        """The turn that ended before the one to come, and the board with its hand, and the others of its round."""
        if self._ended is None or self._ended[0] != self.serial:
            self._ended = self.serial, self._find_turn_before()
        return self._ended[1]

    def _find_turn_before(self) -> tuple[tuple[int, HandView] | None, GameView]:
        view = self.view
        last = next((n for n in reversed(range(len(self.actions))) if isinstance(self.actions[n], Roll | Stop)), None)
        if last is None or view.rolls_used:
            return None, view
        before = self._states[last]
        ended = (event for event in self.game.apply(before, self.actions[last])[1] if event.hand is not None)
        event = next(ended, None)
        if event is None or event.seat is None or event.hand is None:
            return None, view
        if all(seat.hand is None for seat in view.seats):
            hands = [seat.hand for seat in self.game.view(before).seats]
            hands[event.seat] = event.hand
            seats = tuple(replace(seat, hand=hand) for seat, hand in zip(view.seats, hands, strict=True))
            view = replace(view, seats=seats)
        return (event.seat, event.hand), view

    def _ahead(self, actions: Sequence[Action]) -> tuple[list[Any], list[Wait], tuple[Event, ...]]:
        """States and waits after each of these actions, and all their events."""
        state = self.state
        states, waits = [], []
        events: tuple[Event, ...] = ()
        for action in actions:
            state, happened = self.game.apply(state, action)
            states.append(state)
            waits.append(self.game.waits(state))
            events += happened
        return states, waits, events

    def _playable(self, start: int, actions: Sequence[Action]) -> int:
        """How many of these actions the rules allow from the state before action `start`."""
        state = self._states[start]
        for count, action in enumerate(actions):
            try:
                state, _ = self.game.apply(state, action)
            except IllegalActionError:
                return count
        return len(actions)

    def _end_after(self, start: int, actions: Sequence[Action], time: float) -> list[Line]:
        """The line that ends the match, if these actions do so from the state before action `start`."""
        state = self._states[start]
        for action in actions:
            state, _ = self.game.apply(state, action)
        wait = self.game.waits(state)
        return [self._end_line(wait, time)] if isinstance(wait, Over) else []

    def _extend(self, actions: Sequence[Action]) -> None:
        states, waits, self.events = self._ahead(actions)
        self.actions += actions
        self._states += states
        self._waits += waits

    def _round_began(self) -> int:
        """How many actions were taken before the round of the last one."""
        start = max(len(self.actions) - 1, 0)
        current = self.game.view(self._states[start]).round
        while start and self.game.view(self._states[start - 1]).round == current:
            start -= 1
        return start

    def _last_decision(self) -> int | None:
        """The place of the last one that can be taken back; throws and draws are nobody's decision."""
        within = range(self._floor, len(self.actions))
        return next((n for n in reversed(within) if isinstance(self.actions[n], Keep | Stop | Leave)), None)

    def _cut(self, length: int) -> None:
        del self.actions[length:], self._states[length + 1 :], self._waits[length + 1 :]

    def _changed(self) -> None:
        self.events = ()
        self.serial += 1

    def _rolls(self) -> list[int]:
        return [index for index, action in enumerate(self.actions) if isinstance(action, Roll)]

    def _throw_at(self, index: int) -> Throw:
        wait = self._waits[index]
        assert isinstance(wait, Throw)
        return wait

    def _thrower(self, index: int) -> int:
        return self._throw_at(index).seat

    def _origins(self, last: int | None) -> dict[int, _Origin]:
        """Slot by slot, which roll gave the dice of the hand that lay after roll `last`.

        The dice that stayed were thrown before by the same seat: in this turn, or where hands outlast turns, earlier.
        """
        found: dict[int, _Origin] = {}
        if last is None:
            return found
        seat = self._thrower(last)
        slots = len(self.game.view(self._states[last]).hand)
        for index in reversed([index for index in self._rolls() if index <= last and self._thrower(index) == seat]):
            for place, slot in enumerate(sorted(self._throw_at(index).slots)):
                found.setdefault(slot, _Origin(index, place))
            if len(found) == slots:
                break
        return found

    def _value(self, origin: _Origin) -> int:
        roll = self.actions[origin.index]
        assert isinstance(roll, Roll)
        return roll.values[origin.place]

    @staticmethod
    def _end_line(over: Over, time: float) -> Line:
        return Line(Kind.END, {"standing": [list(place) for place in over.standing]}, time)


def _title(game: Game[Any]) -> Text:
    preset = game.preset_titles[game.preset]
    if type(game)(game.preset).options == game.options:
        return say("{game} · {preset}", game=game.title, preset=preset)
    return say("{game} · {preset} · house rules", game=game.title, preset=preset)
