"""The panel: buttons with lamps, each press once, with the time of its edge."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gpiozero import LED, GPIOZeroError, InputDevice, PinInvalidPin

from hardware.faults import PanelFault, PanelFaultKind
from hardware.presses import KEEPS, LONG_PRESS_S, Button, By, Debouncer, Press, PressKind
from hardware.wiring import PanelPins

__all__ = [
    "KEEPS",
    "Button",
    "Panel",
    "PanelError",
    "PanelFault",
    "PanelFaultKind",
    "PanelPins",
    "Press",
    "PressKind",
]

QUEUED_EDGES = 4096
"""A contact that rattles without end must not fill the memory; levels are compared anyway (`_Wire.compare`)."""
GPIO_BUSY = "GPIO busy"
"""All that an error of lgpio holds where another program has a line: its text for its own number -79."""
DEVICES = Path("/dev")

_Edge = tuple[float, Button, bool, By]
"""When, which button, whether it went down, and by what."""


class PanelError(Exception):
    """The panel cannot be opened; `fault` says what is wrong with it."""

    def __init__(self, fault: PanelFault) -> None:
        super().__init__(fault)
        self.fault = fault


class Panel:
    """Up to seven buttons and their lamps.

    Buttons are wired between a pin and ground; lamps light when their pin is high (`hardware/README.md`)::

        panel = Panel(PanelPins())
        panel.light({Button.END: True})
        for press in panel.poll(time.monotonic()):
            print(press.buttons, press.kind)

    gpiozero's own `Button` is not used: its `bounce_time` drops edges, so that a release can be missed, and its holds
    can repeat after the release. Here every edge counts, with the time at which the kernel saw it.
    """

    def __init__(
        self, pins: PanelPins | None = None, factory: Any = None, *, long_press_s: float = LONG_PRESS_S
    ) -> None:
        """Take the pins; `factory` is a gpiozero pin factory (None: the Raspberry Pi's own pins).

        Raises:
            PanelError: there are no such pins here, another program has one of them, or we may not use them.
        """
        pins = PanelPins() if pins is None else pins
        self._edges: deque[_Edge] = deque(maxlen=QUEUED_EDGES)
        self._wires: list[_Wire] = []
        self._lamps: dict[Button, Any] = {}
        if factory is None and (pins.buttons or pins.lamps):
            factory = _header_pins()
        try:
            for button, pin in pins.buttons.items():
                with _claiming(pin):
                    self._wires.append(_Wire(button, InputDevice(pin, pull_up=True, pin_factory=factory), self._edges))
            for button, pin in pins.lamps.items():
                with _claiming(pin):
                    self._lamps[button] = LED(pin, pin_factory=factory)
        except PanelError:
            self.close()
            raise
        held = {wire.button for wire in self._wires if wire.pressed}
        self._debouncer = Debouncer(long_press_s=long_press_s, held=held)

    @property
    def stuck(self) -> frozenset[Button]:
        """Buttons held for half a minute, or since the start: ignored until released."""
        return self._debouncer.stuck

    @property
    def held(self) -> frozenset[Button]:
        """Buttons that somebody holds now, by their wires alone: no key, no finger on the screen, no stuck one."""
        return frozenset(wire.button for wire in self._wires if wire.pressed) - self.stuck

    def poll(self, now: float) -> list[Press]:
        """The presses since the last poll; `now` is by the clock of the pins' edges: seconds, monotonic."""
        for wire in self._wires:
            wire.compare(now)
        edges = [self._edges.popleft() for _ in range(len(self._edges))]
        for time, button, pressed, by in sorted(edges):
            self._debouncer.edge(button, pressed=pressed, time=time, by=by)
        return self._debouncer.poll(now)

    def key(self, button: Button, *, pressed: bool, time: float) -> None:
        """A key, or a finger on the screen's soft key, does what `button` would do; `time` as in `poll`."""
        self._edges.append((time, button, pressed, By.SCREEN))

    def light(self, lamps: Mapping[Button, bool]) -> None:
        """Set all lamps; those not named go dark, those not wired are nobody's loss."""
        for button, lamp in self._lamps.items():
            lit = lamps.get(button, False)
            if lamp.is_lit != lit:
                lamp.value = lit

    def close(self) -> None:
        """Darken the lamps and let go of the pins."""
        for wire in self._wires:
            wire.device.close()
        for lamp in self._lamps.values():
            lamp.close()


class _Wire:
    """One button's pin: puts its edges, with their times, into the queue."""

    def __init__(self, button: Button, device: Any, edges: deque[_Edge]) -> None:
        self.button = button
        self.device = device
        self.pressed = bool(device.is_active)
        self._edges = edges
        self._doubted = False
        device.pin.edges = "both"
        device.pin.when_changed = self._changed  # gpiozero holds it weakly: the panel keeps this object alive

    def _changed(self, ticks: float, level: int) -> None:
        """Called by gpiozero, in a thread of its own."""
        self._put(ticks, pressed=not level)

    def compare(self, now: float) -> None:
        """Notice a level that came without an edge: the kernel keeps only a few edges of a long bounce train.

        An edge on its way is late by far less than a poll, so a level must differ at two polls.
        """
        doubted = self._doubted
        self._doubted = bool(self.device.is_active) != self.pressed
        if doubted and self._doubted:
            self._put(now, pressed=not self.pressed)

    def _put(self, time: float, *, pressed: bool) -> None:
        self.pressed = pressed
        self._doubted = False
        self._edges.append((time, self.button, pressed, By.WIRE))


@contextmanager
def _claiming(pin: int) -> Iterator[None]:
    """Whatever is wrong with a pin becomes a fault that names it."""
    try:
        yield
    except PinInvalidPin as error:
        raise PanelError(PanelFault(PanelFaultKind.NO_SUCH_PIN, pin)) from error
    except GPIOZeroError as error:
        raise PanelError(PanelFault(PanelFaultKind.PIN_REFUSED, pin, str(error))) from error
    except Exception as error:  # lgpio.error, which has no other base
        if error.args == (GPIO_BUSY,):
            raise PanelError(PanelFault(PanelFaultKind.BUSY, pin)) from error
        raise PanelError(PanelFault(PanelFaultKind.PIN_REFUSED, pin, str(error))) from error


def _header_pins() -> Any:
    """The Raspberry Pi's own pins, by lgpio.

    Raises:
        PanelError: this is no Raspberry Pi, or its pins are out of reach.
    """
    from gpiozero.pins.local import get_pi_revision  # noqa: PLC0415  only a Pi has them

    # Whatever can be known is looked at first: lgpio half opened brings the interpreter down at its exit.
    try:
        get_pi_revision()
    except (GPIOZeroError, OSError) as error:
        raise PanelError(PanelFault(PanelFaultKind.NO_PINS)) from error
    chips = list(DEVICES.glob("gpiochip*"))
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise PanelError(PanelFault(PanelFaultKind.NO_PERMISSION))
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415  lgpio is installed on a Pi only

        return LGPIOFactory()
    except ImportError as error:
        raise PanelError(PanelFault(PanelFaultKind.LIBRARY_MISSING)) from error
    except Exception as error:  # lgpio.error, which has no other base
        raise PanelError(PanelFault(PanelFaultKind.OUT_OF_REACH, detail=str(error))) from error
