"""Checks the panel's pins; and tries it by hand: each lamp is lit in turn, and its button asked for."""

import time
from collections.abc import Callable, Iterator, Sequence

from hardware.panel import Button, Panel, PanelFault, PanelFaultKind, PanelPins
from kiosk.appliance.doctor.checks import Check, Level, english, faulty
from kiosk.session.fault_texts import panel_trouble

WAIT_S = 10.0
"""A button is waited for 10 s."""
POLL_S = 0.01


def check_panel(pins: PanelPins) -> Iterator[Check]:
    if not pins.buttons and not pins.lamps:
        yield Check("panel", Level.INFO, "none is wired: keyboard, mouse and touch do the same")
        return
    opened = Panel(pins)
    stuck = sorted(button.value for button in opened.stuck)
    opened.close()
    yield from _missing(opened.faults, _wired(pins))
    if stuck:
        mend = "Look what lies on it, and compare its wires with dice-table config --wiring."
        yield Check("panel", Level.WARNING, f"pressed without a finger: {', '.join(stuck)}", mend)
    elif not opened.faults:
        told = f"{_wired(pins)} on their pins; dice-table doctor --panel tries each of them"
        yield Check("panel", Level.OK, told)


def _missing(faults: Sequence[PanelFault], wired: str) -> Iterator[Check]:
    """One check for each kind of fault among the pins."""
    for fault in {fault.kind: fault for fault in faults}.values():
        for text in panel_trouble([alike for alike in faults if alike.kind is fault.kind], every=True):
            if fault.kind is PanelFaultKind.BUSY:
                mend = "If it is the table itself: sudo systemctl stop dice-table, then sudo dice-table doctor --panel."
                yield Check("panel", Level.INFO, f"{wired}. {english(text.what)}", mend)
            else:
                level = Level.INFO if fault.kind is PanelFaultKind.NO_PINS else Level.FAULT
                yield faulty("panel", level, text)


def try_panel(
    pins: PanelPins,
    ask: Callable[[Button, str], None],
    *,
    open_panel: Callable[[PanelPins], Panel] = Panel,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[Check]:
    """Light each lamp and wait for its button; `ask` gets each button in turn, with a sentence to show."""
    panel = open_panel(pins)
    yield from _missing(panel.faults, _wired(pins))
    missing = {fault.button for fault in panel.faults if not fault.lamp}
    dark = {fault.button for fault in panel.faults if fault.lamp}
    if None in missing:
        return  # all of them are
    try:
        for button in Button:
            if button in missing:
                continue
            if button in pins.buttons:
                lit = button in pins.lamps and button not in dark
                ask(
                    button,
                    f"Press {_name(button)}{': its lamp is lit now, and no other.' if lit else '; it has no lamp.'}",
                )
                yield _try(panel, button, clock, pause)
            else:
                yield Check(_name(button), Level.INFO, "is not wired")
    finally:
        panel.close()


def _try(panel: Panel, button: Button, clock: Callable[[], float], pause: Callable[[float], None]) -> Check:
    name = _name(button)
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


def _wired(pins: PanelPins) -> str:
    return f"{len(pins.buttons)} buttons and {len(pins.lamps)} lamps"


def _name(button: Button) -> str:
    return button.value.replace("_", " ").upper()
