"""The panel: buttons with lamps, each press once, with the time of its edge."""

import os
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

from gpiozero import LED, GPIOZeroError, InputDevice, PinInvalidPin

from hardware.faults import PanelFault, PanelFaultKind
from hardware.presses import KEEPS, LONG_PRESS_S, Button, Debouncer, Press, PressedBy, PressKind
from hardware.wiring import PanelPins

__all__ = ["KEEPS", "Button", "Panel", "PanelFault", "PanelFaultKind", "PanelPins", "Press", "PressKind"]

QUEUED_EDGES = 4096
"""Up to 4,096 edges wait: a contact that rattles without end must not fill the memory. If one is lost, `_Wire.compare`
notices."""
GPIO_BUSY = "GPIO busy"
"""The only argument of an lgpio error where another program has the pin: lgpio's text for its error number -79."""
RETRY_S = 5.0
"""Missing pins are tried again every 5 s, and not at each poll: taking one takes a millisecond, in which no press is
answered."""
DEVICES = Path("/dev")

_Edge = tuple[float, Button, bool, PressedBy]
"""When, which button, whether it went down, and by what."""
_Part = tuple[Button, bool]
"""A button, or its lamp."""


class Panel:
    """Up to seven buttons and their lamps.

    Buttons are wired between a pin and ground; lamps light when their pin is high (`hardware/README.md`)::

        panel = Panel(PanelPins())
        panel.light({Button.END: True})
        for press in panel.poll(time.monotonic()):
            print(press.buttons, press.kind)

    Each pin is taken by itself: one that another program has, or that fails later, is among the `faults` and tried
    again, while the others do their work.

    gpiozero's own `Button` is not used: its `bounce_time` drops edges, so that a release can be missed, and its holds
    can repeat after the release. Here every edge counts, with the time at which the kernel saw it.
    """

    def __init__(
        self, pins: PanelPins | None = None, factory: Any = None, *, long_press_s: float = LONG_PRESS_S
    ) -> None:
        """Take the pins; `factory` is a gpiozero pin factory (None: the Raspberry Pi's own pins)."""
        self._pins = PanelPins() if pins is None else pins
        self._factory = factory
        self._edges: deque[_Edge] = deque(maxlen=QUEUED_EDGES)
        self._wires: dict[Button, _Wire] = {}
        self._lamps: dict[Button, Any] = {}
        self._debouncer = Debouncer(long_press_s=long_press_s)
        self._faults: dict[_Part, PanelFault] = {}
        self._tried: float | None = None
        self._take()

    @property
    def faults(self) -> tuple[PanelFault, ...]:
        """What is wrong: a fault for each missing pin, or one if it is about all of them."""
        return tuple(dict.fromkeys(self._faults.values()))

    @property
    def stuck(self) -> frozenset[Button]:
        """Buttons held for half a minute, or since the start: ignored until released."""
        return self._debouncer.stuck

    @property
    def held(self) -> frozenset[Button]:
        """Buttons that somebody holds now, by their wires alone: no key, no finger on the screen, no stuck one."""
        return frozenset(button for button, wire in self._wires.items() if wire.pressed) - self.stuck

    def poll(self, now: float) -> list[Press]:
        """The presses since the last poll; `now` is by the clock of the pins' edges: seconds, monotonic."""
        # The pins were tried first when the panel was made, which was told no time: the first poll stands for it.
        self._tried = now if self._tried is None else self._tried
        if self._faults and now - self._tried >= RETRY_S:
            self._tried = now
            self._take()
        for button, wire in list(self._wires.items()):
            if not self._works((button, False), partial(wire.compare, now)):
                # A pin that has failed will not report its button's release.
                self._edges.append((now, button, False, PressedBy.WIRE))
        edges = [self._edges.popleft() for _ in range(len(self._edges))]
        # Edges of wires come from threads of gpiozero, keys from the screen: the debouncer wants them in order of time.
        for time, button, pressed, by in sorted(edges, key=itemgetter(0)):
            self._debouncer.edge(button, pressed=pressed, time=time, by=by)
        return self._debouncer.poll(now)

    def key(self, button: Button, *, pressed: bool, time: float) -> None:
        """A key, or a finger on the screen's soft key, does what `button` would do; `time` as in `poll`."""
        self._edges.append((time, button, pressed, PressedBy.SCREEN))

    def light(self, lamps: Mapping[Button, bool]) -> None:
        """Set all lamps; those not named go dark, those not wired are passed over."""
        for button, lamp in list(self._lamps.items()):
            self._works((button, True), partial(_light, lamp, lit=lamps.get(button, False)))

    def close(self) -> None:
        for device in (*(wire.device for wire in self._wires.values()), *self._lamps.values()):
            _close(device)

    def _take(self) -> None:
        wired = {(button, False): pin for button, pin in self._pins.buttons.items()}
        wired |= {(button, True): pin for button, pin in self._pins.lamps.items()}
        missing = {part: pin for part, pin in wired.items() if part[0] not in (self._lamps if part[1] else self._wires)}
        self._faults = {}
        if missing and self._factory is None:
            found = _header_pins()
            if isinstance(found, PanelFault):
                self._faults = dict.fromkeys(missing, found)
                return
            self._factory = found
        for part, pin in missing.items():
            self._works(part, partial(self._take_lamp if part[1] else self._take_wire, part[0], pin))

    def _take_wire(self, button: Button, pin: int) -> None:
        wire = _Wire(button, InputDevice(pin, pull_up=True, pin_factory=self._factory), self._edges)
        self._wires[button] = wire
        if wire.pressed:
            self._debouncer.found_down(button)

    def _take_lamp(self, button: Button, pin: int) -> None:
        self._lamps[button] = LED(pin, pin_factory=self._factory)

    def _works(self, part: _Part, does: Callable[[], None]) -> bool:
        """Do something with a pin, and say whether it worked; a pin that fails is let go and tried again later."""
        button, lamp = part
        pin = (self._pins.lamps if lamp else self._pins.buttons)[button]
        try:
            does()
        except Exception as error:  # noqa: BLE001  lgpio.error has no other base
            kind, detail = _wrong(error)
            self._faults[part] = PanelFault(kind, pin, detail, button, lamp)
        else:
            return True
        lost = self._lamps.pop(button, None) if lamp else self._wires.pop(button, None)
        if lost is not None:
            _close(lost.device if isinstance(lost, _Wire) else lost)
        return False


class _Wire:
    """One button's pin: puts its edges, with their times, into the queue."""

    def __init__(self, button: Button, device: Any, edges: deque[_Edge]) -> None:
        self.button = button
        self.device = device
        self.pressed = bool(device.is_active)
        self._edges = edges
        self._doubted = False
        """Whether the level differed from `pressed` at the last poll."""
        device.pin.edges = "both"
        device.pin.when_changed = self._changed  # gpiozero holds it weakly: the panel keeps this object alive

    def _changed(self, ticks: float, level: int) -> None:
        """Called by gpiozero, in a thread of its own."""
        self._put(ticks, pressed=not level)

    def compare(self, now: float) -> None:
        """Notice a level that came without an edge: the kernel keeps only a few edges of a long bounce train.

        An edge that is on its way arrives before the next poll, so a level must differ at two polls in a row.
        """
        doubted = self._doubted
        self._doubted = bool(self.device.is_active) != self.pressed
        if doubted and self._doubted:
            self._put(now, pressed=not self.pressed)

    def _put(self, time: float, *, pressed: bool) -> None:
        self.pressed = pressed
        self._doubted = False
        self._edges.append((time, self.button, pressed, PressedBy.WIRE))


def _close(device: Any) -> None:
    with suppress(Exception):  # a pin that failed can't always be closed, and nothing more can be done about it
        device.close()


def _light(lamp: Any, *, lit: bool) -> None:
    if lamp.is_lit != lit:
        lamp.value = lit


def _wrong(error: Exception) -> tuple[PanelFaultKind, str]:
    """The kind of fault that an error of gpiozero or lgpio tells, and its words where they tell more."""
    if isinstance(error, PinInvalidPin):
        return PanelFaultKind.NO_SUCH_PIN, ""
    if error.args == (GPIO_BUSY,):
        return PanelFaultKind.BUSY, ""
    return PanelFaultKind.PIN_REFUSED, str(error)


def _header_pins() -> Any:
    """The Raspberry Pi's own pins, by lgpio; or the fault for which we can't have them."""
    from gpiozero.pins.local import get_pi_revision  # noqa: PLC0415  only a Pi has them

    # All reasons that can be known are looked for first: if lgpio fails while it opens, the interpreter crashes at
    # exit.
    try:
        get_pi_revision()
    except (GPIOZeroError, OSError):
        return PanelFault(PanelFaultKind.NO_PINS)
    chips = list(DEVICES.glob("gpiochip*"))
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return PanelFault(PanelFaultKind.NO_PERMISSION)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415  lgpio is installed on a Pi only

        return LGPIOFactory()
    except ImportError:
        return PanelFault(PanelFaultKind.LIBRARY_MISSING)
    except Exception as error:  # noqa: BLE001  lgpio.error, which has no other base
        return PanelFault(PanelFaultKind.OUT_OF_REACH, detail=str(error))
