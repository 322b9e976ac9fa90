"""Buttons and what was done with them: raw edges in, each press out once. Asks no clock, knows no pin."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from math import inf


class Button(StrEnum):
    """The seven buttons, left to right."""

    KEEP_1 = "keep_1"
    KEEP_2 = "keep_2"
    KEEP_3 = "keep_3"
    KEEP_4 = "keep_4"
    KEEP_5 = "keep_5"
    END = "end"
    MENU = "menu"


KEEPS = (Button.KEEP_1, Button.KEEP_2, Button.KEEP_3, Button.KEEP_4, Button.KEEP_5)


class PressedBy(StrEnum):
    """What a button is pressed with. Each is debounced by itself: if one's release is lost, the others still work."""

    WIRE = "wire"
    """The button itself."""
    SCREEN = "screen"
    """Keyboard, mouse and touch."""


class PressKind(StrEnum):
    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Press:
    """One debounced press.

    Attributes:
        buttons: those held together.
        kind: short presses are reported at the release, long ones while the button is still held.
        time: seconds, monotonic, of the edge that began the press.
    """

    buttons: frozenset[Button]
    kind: PressKind
    time: float


QUIET_S = 0.015
"""A contact is believed once it was quiet for 15 ms. J. Ganssle measured 18 switches ("A Guide to Debouncing"):
1.6 ms of bounce on average, 6.2 ms at worst; a quick tap holds a button for 50 ms and more."""
TOGETHER_S = 0.15
"""Buttons held together whose presses begin within 0.15 s are one press: nobody's fingers land at once."""
LONG_PRESS_S = 0.8
"""A button held for 0.8 s is a long press; the settings may say another time."""
LATEST_RELEASE_S = 2.0
"""A press that was not long and ends after more than 2 s is none: of several buttons one was held on, or a release was
lost and made up later."""
STUCK_S = 30.0
"""A button held for 30 s is jammed, or a glass stands on it."""


@dataclass(slots=True)
class _Contact:
    """One contact: a button, as the wire or the screen presses it."""

    pressed: bool = False
    """Whether it is pressed, debounced."""
    pressed_at: float = -inf
    level: bool = False
    """Whether it is pressed, by the latest edge."""
    changed_at: float = -inf
    """When the latest edge came."""
    bounces_since: float | None = None
    """When the bounces that are not over yet began; None while the contact is quiet."""


_Switch = tuple[PressedBy, Button]


@dataclass(slots=True)
class _Held:
    """Buttons pressed together; `down` are those not yet released."""

    time: float
    switches: set[_Switch] = field(default_factory=set)
    down: set[_Switch] = field(default_factory=set)
    reported: bool = False
    """Whether its press was reported already."""


class Debouncer:
    """Makes presses of edges.

    A press begins with the first edge of its bounces and ends when all of its buttons are released. What comes of the
    edges depends on their times alone, however seldom anybody polls::

        debouncer = Debouncer()
        debouncer.edge(Button.END, pressed=True, time=10.0)
        debouncer.edge(Button.END, pressed=False, time=10.2)
        debouncer.poll(now=10.3)  # [Press({END}, SHORT, 10.0)]
    """

    def __init__(self, *, long_press_s: float = LONG_PRESS_S) -> None:
        self._long_press_s = long_press_s
        self._stuck: set[_Switch] = set()
        self._contacts = {(by, button): _Contact() for by in PressedBy for button in Button}
        self._held: list[_Held] = []
        self._presses: list[Press] = []

    def found_down(self, button: Button) -> None:
        """The wire of this button is down at the start: nobody was seen to press it, so it counts as stuck."""
        contact = self._contacts[PressedBy.WIRE, button]
        contact.pressed = contact.level = True
        self._stuck.add((PressedBy.WIRE, button))

    @property
    def stuck(self) -> frozenset[Button]:
        """Buttons held for longer than anybody would; they are ignored until released."""
        return frozenset(button for _, button in self._stuck)

    def edge(self, button: Button, *, pressed: bool, time: float, by: PressedBy = PressedBy.WIRE) -> None:
        """The contact of `button` closed (`pressed`) or opened at `time`, seconds; edges come in the order of time."""
        # What was due before this edge is decided without it.
        self._advance(time)
        contact = self._contacts[by, button]
        if pressed == contact.level:
            return  # the edges between were lost on the way, and the level is as it was
        contact.level = pressed
        # An edge that a slow thread reports late must not be dated before what was decided since.
        contact.changed_at = max(time, contact.changed_at)
        if contact.bounces_since is None:
            contact.bounces_since = time
        if by is PressedBy.SCREEN:  # which does not bounce
            self._settle((by, button))

    def poll(self, now: float) -> list[Press]:
        """The presses since the last poll, in the order in which they were decided."""
        self._advance(now)
        presses, self._presses = self._presses, []
        return presses

    def _advance(self, now: float) -> None:
        # One after the other, by time: each decision may bring about another, or cancel it.
        while (due := min(self._due(), key=lambda due: due[0], default=None)) and due[0] <= now:
            due[1]()

    def _due(self) -> Iterator[tuple[float, Callable[[], None]]]:
        """What is to be decided, and when, if no further edge comes."""
        for switch, contact in self._contacts.items():
            if contact.bounces_since is not None:
                yield contact.changed_at + QUIET_S, partial(self._settle, switch)
            elif contact.pressed and switch not in self._stuck:
                yield contact.pressed_at + STUCK_S, partial(self._stick, switch)
        for held in self._held:
            if not held.reported and held.down == held.switches:
                # A release just before the time is up is known only QUIET_S later: wait for it.
                yield held.time + self._long_press_s + QUIET_S, partial(self._report, held, PressKind.LONG)

    def _settle(self, switch: _Switch) -> None:
        contact = self._contacts[switch]
        began, contact.bounces_since = contact.bounces_since, None
        assert began is not None
        if contact.level == contact.pressed:
            return  # a spike: back where it was
        contact.pressed = contact.level
        if contact.pressed:
            contact.pressed_at = began
            self._press(switch, began)
        else:
            self._release(switch)

    def _press(self, switch: _Switch, time: float) -> None:
        for held in self._held:
            if not held.reported and switch not in held.switches and abs(time - held.time) <= TOGETHER_S:
                held.time = min(time, held.time)
                break
        else:
            held = _Held(time)
            self._held.append(held)
        held.switches.add(switch)
        held.down.add(switch)

    def _release(self, switch: _Switch) -> None:
        self._stuck.discard(switch)
        for held in [held for held in self._held if switch in held.down]:
            held.down.remove(switch)
            if not held.down:
                self._held.remove(held)
                if not held.reported and self._contacts[switch].changed_at - held.time <= LATEST_RELEASE_S:
                    self._report(held, PressKind.SHORT)

    def _stick(self, switch: _Switch) -> None:
        self._stuck.add(switch)
        for held in self._held:
            held.down.discard(switch)
        self._held = [held for held in self._held if held.down]

    def _report(self, held: _Held, kind: PressKind) -> None:
        held.reported = True
        self._presses.append(Press(frozenset(button for _, button in held.switches), kind, held.time))
