"""Whoever looks after the table leaves the kiosk by two buttons held; nobody does so by chance."""

from __future__ import annotations

from hardware.panel import Button, Panel, PanelPins
from hardware.presses import STUCK_S
from hardware.simulator.fingers import Fingers
from kiosk.pipeline.way_out import WayOut


def test_menu_and_end_held_for_five_seconds_are_the_way_out_and_nothing_shorter() -> None:
    fingers = Fingers(PanelPins())
    panel, way_out = Panel(PanelPins(), fingers.factory), WayOut()
    fingers.press(Button.MENU, 0.0)
    assert not way_out.asked(panel.held, 9.0), "one of them is not enough"
    fingers.press(Button.END, 10.0)
    assert not way_out.asked(panel.held, 10.0)
    assert not way_out.asked(panel.held, 14.9)
    fingers.release(Button.MENU, 14.95)
    assert not way_out.asked(panel.held, 15.0), "it begins anew"
    fingers.press(Button.MENU, 15.1)
    assert not way_out.asked(panel.held, 15.1)
    assert way_out.asked(panel.held, 20.1)
    panel.close()


def test_buttons_that_hang_are_no_way_out() -> None:
    fingers = Fingers(PanelPins())
    panel, way_out = Panel(PanelPins(), fingers.factory), WayOut()
    fingers.press(Button.MENU, 0.0)
    panel.poll(STUCK_S + 1.0)
    fingers.press(Button.END, 40.0)
    for step in range(10):
        panel.poll(40.0 + step)
        assert not way_out.asked(panel.held, 40.0 + step)
    panel.close()


def test_keys_are_no_way_out() -> None:
    fingers = Fingers(PanelPins())
    panel = Panel(PanelPins(), fingers.factory)
    for button in (Button.MENU, Button.END):
        panel.key(button, pressed=True, time=0.0)
    panel.poll(1.0)
    assert panel.held == frozenset()
    panel.close()
