"""What everybody may set at any time: language, volume, brightness, coach; it outlasts a restart.

Whoever spoke last is heard. The settings file says what the table starts from. What is changed at the table is kept
beside the matches, each with what it was changed from, and counts until the settings file says otherwise than then.
What is said on the command line counts for that start, whatever was kept, and changes nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from kiosk.files import write_atomic
from kiosk.games.text import Text, say
from kiosk.locale import languages
from kiosk.session.menu import MenuItem
from kiosk.view import Coaching, Item, Sound

FILE = "comfort.json"
"""Tables have it under this name beside their matches."""
LANGUAGES = {"en": say("English"), "fr": say("Français")}
SOUNDS = {Sound.OFF: say("Off"), Sound.LOW: say("Low"), Sound.PARTY: say("Party")}
COACHINGS = {
    Coaching.OFF: say("Silent"),
    Coaching.ON: say("Says what is best"),
    Coaching.AFTER: say("Speaks after the turn"),
}
DIMMEST, BRIGHTEST, BRIGHTER = 0.4, 1.0, 0.1


@dataclass(slots=True)
class Preferences:
    """What is set now."""

    language: str = "en"
    sound: Sound = Sound.LOW
    brightness: float = 1.0
    coaching: Coaching = Coaching.OFF
    _kept: _Kept | None = field(default=None, repr=False)

    def keep(self, folder: Path, said: Collection[str] = ()) -> Preferences:
        """Go on as it was last set at the table, and write every change into this folder from now on.

        `said` are the names of what the command line said: that stays as it is.
        """
        began = {name: value for name, value in asdict(self).items() if not name.startswith("_")}
        self._kept = _Kept(folder / FILE, began)
        for name, value in self._kept.changed().items():
            if name in said:
                continue
            with suppress(ValueError):  # of another version of this program
                setattr(self, name, _checked(name, value))
        return self

    def next_language(self, step: int = 1) -> None:
        """Speak another one."""
        names = languages()
        self.speak(names[(names.index(self.language) + step) % len(names)])

    def speak(self, language: str) -> None:
        """Speak this one."""
        self.language = language
        self._save("language")

    def next_sound(self, step: int = 1) -> None:
        """Louder, or less."""
        levels = list(Sound)
        self.sound = levels[(levels.index(self.sound) + step) % len(levels)]
        self._save("sound")

    def next_coaching(self, step: int = 1) -> None:
        """Let the coach speak, or not."""
        ways = list(Coaching)
        self.coaching = ways[(ways.index(self.coaching) + step) % len(ways)]
        self._save("coaching")

    @property
    def brightness_item(self) -> MenuItem:
        """The brightness for a menu: minus and plus end at its bounds."""
        percent = Text("{percent} %", (("percent", round(100 * self.brightness)),))
        return MenuItem(
            Item(say("Brightness"), value=percent),
            less=partial(self.brighten, -1) if self.brightness > DIMMEST else None,
            more=partial(self.brighten, 1) if self.brightness < BRIGHTEST else None,
        )

    def brighten(self, step: int) -> None:
        """Brighter, or less."""
        self.brightness = round(min(BRIGHTEST, max(DIMMEST, self.brightness + step * BRIGHTER)), 2)
        self._save("brightness")

    def items(self) -> list[MenuItem]:
        """Language, sound and coach, for any menu."""
        language = LANGUAGES.get(self.language, Text(self.language))
        return [
            MenuItem.turning(Item(say("Language"), value=language), self.next_language),
            MenuItem.turning(Item(say("Sound"), value=SOUNDS[self.sound]), self.next_sound),
            MenuItem.turning(Item(say("Coach"), value=COACHINGS[self.coaching]), self.next_coaching),
        ]

    def _save(self, name: str) -> None:
        if self._kept is not None:
            self._kept.save(name, getattr(self, name))


@dataclass(frozen=True, slots=True)
class _Kept:
    """The file of what was changed at the table: of each name what it was `from`, and what it was changed `to`."""

    file: Path
    began: dict[str, Any]

    def changed(self) -> dict[str, Any]:
        """What was changed from just what the settings say now."""
        written = self._written().items()
        return {name: change["to"] for name, change in written if self.began.get(name) == change["from"]}

    def save(self, name: str, value: Any) -> None:
        """Write it beside the others; on a disk that takes nothing it lasts until the table is switched off."""
        written = self._written() | {name: {"from": self.began[name], "to": value}}
        with suppress(OSError):
            write_atomic(self.file, json.dumps(written, indent=1) + "\n")

    def _written(self) -> dict[str, dict[str, Any]]:
        """The changes in the file that can be understood; none where there is no file, or none of ours."""
        try:
            found = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        changes = found.items() if isinstance(found, dict) else ()
        return {
            name: change for name, change in changes if isinstance(change, dict) and change.keys() == {"from", "to"}
        }


def _checked(name: str, value: Any) -> Any:
    """A value from the file.

    Raises:
        ValueError: it is none.
    """
    match name:
        case "sound":
            return Sound(value)
        case "coaching":
            return Coaching(value)
        case "brightness" if isinstance(value, int | float) and DIMMEST <= value <= BRIGHTEST:
            return float(value)
        case "language" if value in languages():
            return value
        case _:
            raise ValueError(name)
