"""What a button does: its label, its lamp and its deed in one value, so that none can be offered that does nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hardware.presses import Button
from kiosk.games.text import Text
from kiosk.view import SoftKey, SoftKeys

Deed = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Key:
    """A button that does something now: its label, what a press does, and whether its lamp is lit."""

    label: Text | None
    do: Deed
    lit: bool = True

    def __post_init__(self) -> None:
        """Nothing is done by a button that shows nothing."""
        if self.label is None and not self.lit:
            raise ValueError("A key shows what it does, by its label or by its lamp.")


Keys = Mapping[Button, Key]
"""The buttons that do something; every other one is dark."""


def soft_keys(keys: Keys) -> SoftKeys:
    """The keys as the screen shows them."""
    return {button: SoftKey(key.label, key.lit) for button, key in keys.items()}
