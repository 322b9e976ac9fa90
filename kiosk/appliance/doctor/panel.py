"""The panel: its pins; and tried by hand, where every lamp is lit in turn and its button asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from hardware.panel import Button, Panel, PanelError, PanelFault, PanelFaultKind, PanelPins
from kiosk.appliance.doctor.checks import Check, Level, english, faulty
from kiosk.session.fault_texts import panel_trouble

WAIT_S = 10.0
"""So long a button is waited for."""
POLL_S = 0.01


def check_panel(pins: PanelPins) -> Check:
    """Whether the pins can be used, and whether a button hangs."""
    wired = f"{len(pins.buttons)} buttons and {len(pins.lamps)} lamps"
    if not pins.buttons and not pins.lamps:
        return Check("panel", Level.INFO, "none is wired: keyboard, mouse and touch do the same")
    try:
        opened = Panel(pins)
    except PanelError as error:
        return _closed(error.fault, wired)
    stuck = sorted(button.value for button in opened.stuck)
    opened.close()
    if stuck:
        mend = "Look what lies on it, and compare its wires with dice-table config --wiring."
        return Check("panel", Level.WARNING, f"pressed without a finger: {', '.join(stuck)}", mend)
    return Check("panel", Level.OK, f"{wired} on their pins; dice-table doctor --panel tries each of them")


def _closed(fault: PanelFault, wired: str) -> Check:
    """A panel that cannot be opened."""
    text = panel_trouble(fault)
    if fault.kind is PanelFaultKind.BUSY:
        mend = "If it is the table itself: sudo systemctl stop dice-table, then sudo dice-table doctor --panel."
        return Check("panel", Level.INFO, f"{wired}. {english(text.what)}", mend)
    return faulty("panel", Level.INFO if fault.kind is PanelFaultKind.NO_PINS else Level.FAULT, text)


def try_panel(
    pins: PanelPins,
    tell: Callable[[str], None],
    *,
    open_panel: Callable[[PanelPins], Panel] = Panel,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[Check]:
    """Light each lamp and wait for its button; `tell` gets what to do, a sentence at a time."""
    try:
        panel = open_panel(pins)
    except PanelError as error:
        yield faulty("panel", Level.INFO, panel_trouble(error.fault))
        return
    try:
        for button in Button:
            if button in pins.buttons:
                yield _try(panel, button, tell, clock, pause, lit=button in pins.lamps)
            else:
                yield Check(_name(button), Level.INFO, "is not wired")
    finally:
        panel.close()


def _try(
    panel: Panel,
    button: Button,
    tell: Callable[[str], None],
    clock: Callable[[], float],
    pause: Callable[[float], None],
    *,
    lit: bool,
) -> Check:
    name = _name(button)
    tell(f"Press {name}" + (": its lamp is lit now, and no other." if lit else "; it has no lamp."))
    panel.light({button: True})
    until = clock() + WAIT_S
    wrong: set[str] = set()
    while clock() < until:
        for press in panel.poll(clock()):
            if button in press.buttons:
                panel.light({})
                mend = "Two wires touch, or two buttons share a pin." if wrong else ""
                found = "pressed" + (f", and so were {', '.join(sorted(wrong))}" if wrong else "")
                return Check(name, Level.WARNING if wrong else Level.OK, found, mend)
            wrong |= {_name(other) for other in press.buttons}
        pause(POLL_S)
    panel.light({})
    if wrong:
        mend = "Swap the wires, or their pins in the settings: dice-table config --wiring."
        return Check(name, Level.FAULT, f"{', '.join(sorted(wrong))} answered in its place", mend)
    return Check(name, Level.FAULT, f"no press in {WAIT_S:.0f} s", "Look at its two wires: dice-table config --wiring.")


def _name(button: Button) -> str:
    return button.value.replace("_", " ").upper()
