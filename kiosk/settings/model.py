"""Everything an owner can set: names, types, defaults and descriptions, from which `dice-table config` is written.

The docstrings of sections are printed there too.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Literal

import platformdirs
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from hardware.camera.mains import Mains
from hardware.camera.mounting import Mounting
from hardware.presses import LONG_PRESS_S, Button
from hardware.wiring import DEFAULT_BUTTONS, DEFAULT_LAMPS, PanelPins
from kiosk.games.registry import games
from kiosk.settings.paths import CameraName, Place, Word
from kiosk.view import Coaching, Rotation, Sound

APPLICATION = "dice-table"
SMALLEST = 240
"""A window is at least 240 pixels wide and high: in a smaller one no finger meets one of seven keys."""

LONGEST_ADDRESS = 200
"""An address has up to 200 letters: the QR code of a match's page, 20 letters longer, can still be read by a phone."""

_LOUDNESS = {True: Sound.LOW, False: Sound.OFF}
"""What true and false meant when sound had no levels."""
Digits = Annotated[str, BeforeValidator(str), Field(pattern="^([1-5]{3,8})?$")]
Loudness = Annotated[Sound, BeforeValidator(lambda value: _LOUDNESS[value] if isinstance(value, bool) else value)]
Pin = Annotated[int, Field(ge=2, le=27)] | Literal["none"]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PanelSettings(_Section):
    """How the buttons and lamps are wired; `dice-table config --wiring` prints it as a table."""

    long_press_s: float = Field(
        default=LONG_PRESS_S, ge=0.3, le=5, description="How long a long press is held: 0.3 to 5 seconds."
    )
    buttons: Mapping[Button, Pin] = Field(
        default=dict(DEFAULT_BUTTONS),
        description='The GPIO pin of each button: 2 to 27, or "none" where it is not wired.',
    )
    lamps: Mapping[Button, Pin] = Field(
        default=dict(DEFAULT_LAMPS), description='The GPIO pin of each button\'s lamp: 2 to 27, or "none".'
    )

    @property
    def pins(self) -> PanelPins:
        return PanelPins(
            buttons={button: pin for button, pin in self.buttons.items() if pin != "none"},
            lamps={button: pin for button, pin in self.lamps.items() if pin != "none"},
        )

    @property
    def wired_to(self) -> Mapping[int, list[tuple[str, str, str]]]:
        """The settings that name each pin: one button or lamp, unless two share a pin by mistake."""
        wired: dict[int, list[tuple[str, str, str]]] = {}
        for what, pins in (("buttons", self.pins.buttons), ("lamps", self.pins.lamps)):
            for button, pin in pins.items():
                wired.setdefault(pin, []).append(("panel", what, button.value))
        return wired


class ScreenSettings(_Section):
    """The players' screen."""

    fullscreen: bool = Field(default=True, description="Whether the game fills the screen: true or false.")
    rotation: Rotation = Field(
        default=Rotation.LYING,
        description="How far the screen is rotated clockwise from lying: 0, 90, 180 or 270 degrees.",
    )
    size: tuple[Annotated[int, Field(ge=SMALLEST)], Annotated[int, Field(ge=SMALLEST)]] = Field(
        default=(1280, 720),
        description=f"Width and height of the window where it does not: [{SMALLEST}, {SMALLEST}] or more.",
    )
    keys: tuple[Button, ...] = Field(
        default=tuple(Button),
        description="The labels along the lower edge, left to right, as your buttons stand: all seven, in any order.",
    )

    places: tuple[Annotated[float, Field(gt=0, lt=1)], ...] = Field(
        default=tuple(round((2 * i + 1) / 14, 4) for i in range(7)),
        description="Where the middles of your buttons stand under the screen, left to right: shares of its width.",
    )

    @field_validator("keys")
    @classmethod
    def _all_keys(cls, keys: tuple[Button, ...]) -> tuple[Button, ...]:
        if sorted(keys) != sorted(Button):
            raise ValueError("name each of the seven buttons once: " + ", ".join(Button))
        return keys

    @field_validator("places")
    @classmethod
    def _left_to_right(cls, places: tuple[float, ...]) -> tuple[float, ...]:
        if len(places) != len(Button) or any(left >= right for left, right in pairwise(places)):
            raise ValueError("write seven numbers between 0 and 1, each larger than the one before")
        return places


class LeagueSettings(_Section):
    """The league, if any: `dice-table league uplink` posts its matches there (league/README.md)."""

    address: Word = Field(
        default="",
        max_length=LONGEST_ADDRESS,
        pattern=r"^(https?://[^\s/]\S*)?$",
        description='The league: "https://HOST"; matches are posted there, and the screen shows a QR code that leads to'
        ' its pages. "" for none.',
    )
    table: str = Field(
        default="",
        pattern="^([a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?)?$",
        description="The table's name in the league: small letters, digits and hyphens.",
    )
    title: Word = Field(default="", max_length=60, description='What people call the table; "" for its name.')
    token: Word = Field(
        default="",
        description='The file that `league admit` wrote, which nobody else may read; "" for league.token in the folder'
        " that keeps the matches.",
    )


class LampSettings(_Section):
    """A broker of the bar's own, if any, that hears of the match under way: for lamps, for Home Assistant."""

    broker: Word = Field(
        default="",
        max_length=LONGEST_ADDRESS,
        pattern=r"^(mqtts?://[^\s/]+/?)?$",
        description='Where MQTT is heard: "mqtt://HOST", "mqtts://HOST:PORT"; "" for nowhere.',
    )
    login: Word = Field(
        default="", description='The file with "NAME PASSWORD" for it, which nobody else may read; "" for neither.'
    )


class Settings(_Section):
    """Everything an owner can set."""

    camera: CameraName = Field(
        default="pi:0",
        min_length=1,
        description='What looks at the tray: "pi:0", "webcam:0", "simulated:7", or the path of a webcam or recording.',
    )
    camera_turned: Rotation = Field(
        default=Rotation.LYING,
        description="Degrees clockwise that put the camera's picture upright: 0, 90, 180 or 270; teaching the tray"
        " finds it out.",
    )
    camera_mirrored: bool = Field(
        default=False, description="Whether the camera's picture is then mirrored, left for right: true or false."
    )
    mains: Annotated[Mains, BeforeValidator(str)] = Field(
        default=Mains.AUTO,
        description='The mains that lamps dim with, in hertz: "50", "60", or "auto" to go by what the camera sees.',
    )
    language: Literal["en", "fr"] = Field(default="en", description='The language at start: "en" or "fr".')
    sound: Loudness = Field(default=Sound.LOW, description='How loud the table is at start: "off", "low" or "party".')
    coach: Coaching = Field(
        default=Coaching.OFF, description='Whether somebody says what is best: "off", "on", or "after" the turn.'
    )
    keep: Literal["buttons", "hands"] = Field(
        default="buttons",
        description='How dice are kept: "buttons" marks them, "hands" keeps whatever stays on the tray.',
    )
    game: Annotated[Word, Field(max_length=60)] = Field(
        default_factory=lambda: games()[0].name,
        min_length=1,
        description="The game offered first: its name on the command line.",
    )
    presets: Mapping[str, Annotated[Word, Field(max_length=60)]] = Field(
        default={}, description='The house rules offered first, for each game: game = "preset".'
    )
    data: Place = Field(
        default_factory=lambda: platformdirs.user_data_path(APPLICATION, appauthor=False),
        description="The folder that keeps the matches: a whole path, or one from ~ on.",
    )
    save_corrected: bool = Field(
        default=False, description="Whether pictures of corrected dice are kept beside the matches: true or false."
    )
    pin: Digits = Field(
        default="",
        description="What is pressed on KEEP 1-5 before Service and before a match is ended: three to eight digits from"
        ' 1 to 5, say "2415"; "" asks nobody.',
    )
    screen: ScreenSettings = ScreenSettings()
    panel: PanelSettings = PanelSettings()
    league: LeagueSettings = LeagueSettings()
    lamps: LampSettings = LampSettings()

    @property
    def mounting(self) -> Mounting:
        return Mounting(int(self.camera_turned), self.camera_mirrored)
