"""Somebody who tries every button in every state of the table that can be reached from some beginnings.

A state is reached by replaying the steps that lead to it, so that each press is tried on a table of its own.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, is_dataclass
from functools import partial
from typing import Any

import numpy as np
from plays import perform
from sitting import Sitting

from hardware.presses import KEEPS, Button, PressKind
from kiosk.appliance.machine import Machine
from kiosk.games.text import say
from kiosk.match.seating import Player
from kiosk.referee.keeping import Keeping
from kiosk.referee.notices import REFUSAL_S
from kiosk.session.attract import Asleep
from kiosk.session.faults import BLIND_S, Problem
from kiosk.session.session import ATTRACT_S
from kiosk.session.start import Start
from kiosk.view import LETTERS_ACROSS, DialogView, EndView, PageView, PanelView, PlayView

SCENES_S = 0.9
"""Time between two scenes: after a longer gap dice may lie otherwise."""
READ_S = REFUSAL_S + 0.5
"""What was refused has been read by then, and who has won."""
SPOKEN = frozenset({"notice", "notice_id", "pressed", "last"})
EVENTS = 2
"""What may happen beside presses, at most: a camera lost while a match sleeps, and back again after it was lost."""
LEANS = 40
"""Presses of one key in a row: more than any setting has values."""


class PretendMachine(Machine):
    """A machine that notes what it is asked to do."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.outcome = self.upgrade = None
        self.network, self.version = "table", "1"

    def refresh(self) -> None:
        """Nothing comes to it."""

    @property
    def saving(self) -> bool:
        return False

    def save_logs(self) -> None:
        self.calls.append("save logs")


class World(Sitting):
    """A table with a machine, and whatever else can be seen to change."""

    hasty = False
    """Whether the state passes by itself: buttons are tried at once."""

    def __init__(self, start: Start | None = None, **given: Any) -> None:
        self.machine = PretendMachine()
        super().__init__(start, machine=self.machine, **given)
        self.by_hands = start is not None and start.keeping is Keeping.HANDS

    # --- what may happen ---

    def pass_(self, seconds: float) -> None:
        """Time passes, and nothing happens."""
        if self.session.match is None and not self.looks_at_the_tray:
            self.table.again(seconds)
            self.session.tick(self.table.time)
            return
        end = self.table.time + seconds
        while self.table.time < end - 1e-6:
            step = min(SCENES_S, end - self.table.time)
            if self.lost:
                self.table.time += step
            else:
                self.table.again(step)
            self.session.tick(self.table.time)

    def lose_camera(self) -> None:
        self.blind()
        self.pass_(BLIND_S + 0.5)

    def camera_is_back(self) -> None:
        self.blind(blind=False)
        self.pass_(0.5)

    def journal_fails(self) -> None:
        self.journal.trouble = say("The disk is full")
        self.pass_(0.5)

    def leave_alone(self) -> None:
        self.pass_(ATTRACT_S + 1.0)

    @property
    def looks_at_the_tray(self) -> bool:
        """Whether what lies there matters, though nobody plays."""
        view = self.session.modes[-1].view
        return isinstance(view, PageView) and view.wants_dice

    @property
    def events(self) -> Iterator["Step"]:
        """What may happen beside presses."""
        yield Step("left alone", World.leave_alone)
        if self.lost:
            yield Step("the camera is back", World.camera_is_back)
        else:
            yield Step("the camera is lost", World.lose_camera)
        if self.journal.trouble is None:
            yield Step("the journal fails", World.journal_fails)

    def settle(self) -> None:
        """What can be read was read: a refusal, and who has won."""
        scene = self.session.modes[-1].view
        self.pass_(0.1)
        play = scene.play if isinstance(scene, EndView | DialogView) else scene
        if isinstance(scene, EndView) or (isinstance(play, PlayView) and play.notice_id is not None):
            self.pass_(READ_S)

    # --- what can be seen ---

    def seen(self, *, spoken: bool = True) -> object:
        """All that a press may change; without what is only `spoken`: why not, and which button it was."""
        session, match = self.session, self.session.match
        return (
            plain(session.view, silent=frozenset() if spoken else SPOKEN),
            tuple(sorted(session.view.lamps.items())),
            None if match is None else (match.record.players, tuple(match.actions), match.corrections),
            session.operator.calibration is None,
            tuple(self.machine.calls),
        )

    def tries(self, button: Button) -> Callable[[], bool]:
        """Before a press of a button that shows something: what tells afterwards whether it did something."""
        view = self.session.view
        scene, key = view.scene, view.keys[button]
        if isinstance(scene, PageView) and scene.panel is not None and key.label is None:
            tried = scene.panel.pressed | {button}, button
            return lambda: astuple(getattr(self.session.view.scene, "panel", None) or PanelView()) == tried
        # A lamp that shows a die that the rules or the house keep says whose doing that is; with hands all do.
        may_refuse = isinstance(scene, PlayView) and button in KEEPS and (key.lit or self.by_hands)
        before = self.seen(spoken=may_refuse)
        return lambda: self.seen(spoken=may_refuse) != before

    @property
    def mode(self) -> str:
        """The one on top."""
        return type(self.session.modes[-1]).__name__

    @property
    def said(self) -> object:
        """The mode, and what it asks for; where a match sleeps or a fault is shown, those below as well."""
        lying = list(self.session.modes)
        names: list[object] = [self.mode]
        while isinstance(lying[-1], Asleep | Problem):
            lying.pop()
            names.append(type(lying[-1]).__name__)
        scene = lying[-1].view
        return (*names, scene.prompt.message if isinstance(scene, PlayView) else None)

    @property
    def kind(self) -> object:
        """What kind of state this is: values, names and dice do not matter, what the buttons say does."""
        view, faulty = self.session.view, (self.lost, self.journal.trouble is not None)
        keys = sorted((button, key.label.message if key.label else "", key.lit) for button, key in view.keys.items())
        match view.scene:
            case PageView(items=(), panel=PanelView() as panel):
                # Which were pressed does not matter, how many were does; and it knows nothing of faults, as a list.
                return self.said, faulty if any(faulty) else len(panel.pressed)
            case PageView(writing=Player()) as scene:
                row, column = divmod(scene.chosen, LETTERS_ACROSS)
                letter = scene.items[scene.chosen].label.message
                return self.said, row, column in {0, LETTERS_ACROSS - 1}, letter == " ", *view.keys
            case PageView() as scene if scene.items:
                # A list knows nothing of faults: to see it once beside each is enough; nor of what it is called.
                shown = (scene.items[scene.chosen].label.message, tuple(keys))
                return self.said, faulty if any(faulty) else shown
            case PlayView() as scene:
                # Which dice are kept does not matter, how many does.
                offered = sorted(("keep" if button in KEEPS else button, label, lit) for button, label, lit in keys)
                return self.said, scene.warning, tuple(offered), faulty
            case DialogView() as scene:
                return self.said, scene.title.message, len(scene.dice), faulty
            case _:
                return self.said, tuple(keys)


@dataclass(frozen=True)
class Step:
    """One thing that happens."""

    name: str
    do: Callable[[World], None]
    happens: bool = True
    """Whether it is no press."""


def pressing(button: Button, kind: PressKind) -> Step:
    return Step(f"{button} {kind}", lambda world: world.press(button, long=kind is PressKind.LONG), happens=False)


def plain(value: object, silent: frozenset[str] = frozenset()) -> object:
    """A value that can be compared: pictures do not count, nor odds, which come when they are worked out."""
    if isinstance(value, np.ndarray):
        return None
    if type(value).__eq__ is not object.__eq__ and not isinstance(value, dict | tuple | list):
        return value  # it can be compared as it is
    if is_dataclass(value) and not isinstance(value, type):
        left_out = silent | {"odds", "coach"}
        named = [field.name for field in fields(value) if field.name not in left_out]
        return (type(value).__name__, *(plain(getattr(value, name), silent) for name in named))
    if isinstance(value, dict):
        return tuple(sorted((str(key), plain(each, silent)) for key, each in value.items()))
    if isinstance(value, tuple | list):
        return tuple(plain(each, silent) for each in value)
    return value


@dataclass(frozen=True)
class State:
    """One that was reached."""

    name: str
    begin: Callable[[], World]
    steps: tuple[Step, ...] = ()

    def again(self) -> World:
        """A world of its own in this state, and what was said has been read."""
        world = self.begin()
        if not world.hasty:
            world.settle()
        for step in self.steps:
            step.do(world)
            world.settle()
        return world

    def then(self, step: Step) -> "State":
        return State(self.name, self.begin, (*self.steps, step))

    def __str__(self) -> str:
        return ", ".join((self.name, *(step.name for step in self.steps)))


def beginning(heading: str, lines: list[str]) -> World:
    """A world once a play was performed in it."""
    world = perform(lines, World)
    assert isinstance(world, World)
    world.hasty = heading.endswith("just now")
    return world


class Walker:
    """Goes through all states, breadth first.

    Attributes:
        complaints: what a button did that it should not have done, or left undone.
        kinds: what was seen, and how it was reached first.
        stacks: the names of the modes that lay over one another; `prompts` are what matches asked for.
    """

    def __init__(self, beginnings: Mapping[str, list[str]]) -> None:
        self.complaints: list[str] = []
        self.kinds: dict[object, State] = {}
        self.stacks: set[tuple[str, ...]] = set()
        self.prompts: set[str] = set()
        self._left: deque[State] = deque()
        self._held: set[object] = set()
        """Long presses that were tried: each once in a mode, whatever else is otherwise there."""
        self._happened: set[object] = set()
        """What happened beside presses: each once where a mode asks for the same, whatever its buttons offer."""
        for name, lines in beginnings.items():
            state = State(name, partial(beginning, name, lines))
            self._reach(state, state.again())

    def go(self) -> None:
        while self._left:
            self._try(self._left.popleft())

    def _reach(self, state: State, world: World) -> None:
        scene = world.session.view.scene
        self.stacks.add(tuple(type(mode).__name__ for mode in world.session.modes))
        self.prompts |= {scene.prompt.message} if isinstance(scene, PlayView) else set()
        if world.kind not in self.kinds:
            self.kinds[world.kind] = state
            self._left.append(state)

    def _try(self, state: State) -> None:
        world = state.again()
        view, holds = world.session.view, world.session.modes[-1].holds
        for button in Button:
            if button not in view.keys:
                kinds = [PressKind.SHORT] if button in holds else list(PressKind)
                world = self._try_dark(state, world, [pressing(button, kind) for kind in kinds])
            else:
                key = (world.kind if button is Button.END else world.mode, button, view.keys[button].label)
                held = button not in holds and key not in self._held
                self._held.add(key)
                self._try_shown(state, button, held=held)
            if button in holds and (world.said, button) not in self._held:
                self._held.add((world.said, button))
                self._try_hold(state, pressing(button, PressKind.LONG))
        if sum(step.happens for step in state.steps) == EVENTS:
            return
        for event in world.events:
            if (what := (world.said, world.lost, world.journal.trouble is not None, event.name)) in self._happened:
                continue
            self._happened.add(what)
            after = state.again()
            event.do(after)
            self._reach(state.then(event), after)

    def _try_dark(self, state: State, world: World, steps: Sequence[Step]) -> World:
        """A button that shows nothing may say why, and does nothing; the world in which the next may be tried."""
        before = world.seen(spoken=False)
        for step in steps:
            step.do(world)
            if world.seen(spoken=False) != before:
                self.complaints.append(f"{state}: {step.name} does something, and is dark")
            world.settle()
            if world.seen(spoken=False) != before:
                world = state.again()  # it passed by itself
        return world

    def _try_shown(self, state: State, button: Button, *, held: bool) -> None:
        """A button that shows something does it, as often as it shows it; `held`, it does the same."""
        step, world = pressing(button, PressKind.SHORT), state.again()
        kind, did = world.kind, world.tries(button)
        step.do(world)
        first = world.seen()
        if not did():
            self.complaints.append(f"{state}: {step.name} does nothing, and shows something")
        world.settle()
        self._reach(state.then(step), world)
        known: list[object] = []
        while world.kind == kind and button in world.session.view.keys and len(known) < LEANS:
            before, did = world.seen(), world.tries(button)
            if before in known:
                break  # it goes round
            known.append(before)
            step.do(world)
            if not did():
                self.complaints.append(f"{state}: {step.name} again and again does nothing, and shows something")
            world.settle()
        if held:
            world = state.again()
            pressing(button, PressKind.LONG).do(world)
            if world.seen() != first:
                self.complaints.append(f"{state}: {button} held does not do what a press does")

    def _try_hold(self, state: State, step: Step) -> None:
        world = state.again()
        before = world.seen()
        step.do(world)
        if world.seen() == before:
            self.complaints.append(f"{state}: {step.name} does nothing")
        world.settle()
        self._reach(state.then(step), world)
