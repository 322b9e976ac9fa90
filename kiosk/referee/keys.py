"""What a button does: its label, its lamp and its deed in one value, so that none can be offered that does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from hardware.presses import Button, Press, PressKind
from kiosk.games.text import Text
from kiosk.view import SoftKey, SoftKeys

Deed = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Key:
    """A button that does something now: what stands above it, what a press does, and whether its lamp shines."""

    label: Text | None
    do: Deed
    lit: bool = True

    def __post_init__(self) -> None:
        """Nothing is done by a button that shows nothing.

        Raises:
            ValueError: it has neither label nor lamp.
        """
        if self.label is None and not self.lit:
            raise ValueError("A key shows what it does, by its label or by its lamp.")


Keys = Mapping[Button, Key]
"""The buttons that do something; every other one is dark."""


class Buttons(Protocol):
    """Whoever the seven buttons belong to for now."""

    @property
    def keys(self) -> Keys:
        """What a press does."""

    @property
    def holds(self) -> Mapping[Button, Deed]:
        """What a long press does, where that is not what a short one does."""

    def explain(self, button: Button) -> None:
        """A dark button was pressed: say why it does nothing, where there is something to say."""


def obey(buttons: Buttons, press: Press, *, goes_on: Callable[[], bool] = lambda: True) -> None:
    """Do what the pressed buttons do, left to right while it `goes_on`; MENU among others counts alone."""
    for button in (Button.MENU,) if Button.MENU in press.buttons else [one for one in Button if one in press.buttons]:
        held = buttons.holds.get(button) if press.kind is PressKind.LONG else None
        key = buttons.keys.get(button)
        if held is not None:
            held()
        elif key is not None:
            key.do()
        else:
            buttons.explain(button)
        if not goes_on():
            return


def soft_keys(keys: Keys) -> SoftKeys:
    """The keys as the screen shows them."""
    return {button: SoftKey(key.label, key.lit) for button, key in keys.items()}
