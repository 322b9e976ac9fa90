"""What everybody may set at any time: language, volume, brightness, coach; it outlasts a restart.

The latest word counts. The table starts from the settings file. A change made at the table is kept beside the matches,
together with the value that the file had then: once the owner writes another value into the file, the file counts
again. An option of the command line counts for that start alone, and what was kept stays kept.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Generic, TypeVar

from pydantic import AfterValidator, Field

from kiosk.files import StoredFile, StoredModel, unheard
from kiosk.games.text import Text, say
from kiosk.locale import languages
from kiosk.session.page import Line
from kiosk.view import Coaching, Sound

LANGUAGES = {"en": say("English"), "fr": say("Français")}
TURNING: dict[str, tuple[Text, Mapping[str, Text]]] = {
    "language": (say("Language"), LANGUAGES),
    "sound": (say("Sound"), {Sound.OFF: say("Off"), Sound.LOW: say("Low"), Sound.PARTY: say("Party")}),
    "coaching": (
        say("Coach"),
        {
            Coaching.OFF: say("Silent"),
            Coaching.ON: say("Says what is best"),
            Coaching.AFTER: say("Speaks after the turn"),
        },
    ),
}
"""What has values that go round, by name: its title, and its values in words."""
DIMMEST, BRIGHTEST, BRIGHTNESS_STEP = 0.4, 1.0, 0.1
"""Brightness of the screen goes from 0.4 to 1 in steps of 0.1: never too dark for the menu to be read."""


V = TypeVar("V")


def _spoken(language: str) -> str:
    if language not in languages():
        raise ValueError(language)
    return language


class Change(StoredModel, Generic[V]):
    """A change made at the table: the value that the settings file had then, and the new one."""

    was: V = Field(alias="from")
    to: V


class Changes(StoredModel):
    language: Change[Annotated[str, AfterValidator(_spoken)]] | None = None
    sound: Change[Sound] | None = None
    brightness: Change[Annotated[float, Field(ge=DIMMEST, le=BRIGHTEST)]] | None = None
    coaching: Change[Coaching] | None = None


CHANGES = StoredFile("comfort.json", Changes)
"""The file keeps the name under which installed tables have it beside their matches."""


@dataclass(slots=True)
class Preferences:
    language: str = "en"
    sound: Sound = Sound.LOW
    brightness: float = 1.0
    coaching: Coaching = Coaching.OFF
    _folder: Path | None = field(default=None, repr=False)
    _configured: dict[str, object] = field(default_factory=dict, repr=False)
    """The values of the settings file, by name."""
    _changes: Changes = field(default=Changes(), repr=False)

    def keep(self, folder: Path, said: Collection[str] = (), tell: Callable[[Text], object] = unheard) -> "Preferences":
        """Take the changes kept in this folder, and write every further one there.

        `said` are the names of what the command line said: they stay as they are. `tell` hears of a file that can't
        be used.
        """
        self._folder, self._changes = folder, CHANGES.take(folder, tell) or Changes()
        for name in Changes.model_fields:
            self._configured[name] = getattr(self, name)
            change: Change[object] | None = getattr(self._changes, name)
            # The owner has not changed the file since: what was set at the table still counts.
            if change is not None and change.was == self._configured[name] and name not in said:
                setattr(self, name, change.to)
        return self

    def put(self, name: str, value: object) -> None:
        """Set this and keep it; on a disk that takes nothing it lasts until the table is switched off."""
        setattr(self, name, value)
        if self._folder is not None:
            change = {name: {"from": self._configured[name], "to": value}}
            self._changes = Changes.model_validate(self._changes.model_dump(by_alias=True) | change)
            with suppress(OSError):
                CHANGES.write(self._folder, self._changes)

    def turn(self, name: str, step: int = 1) -> None:
        """Set the next value, or with -1 the one before, round and round."""
        values = languages() if name == "language" else list(TURNING[name][1])
        self.put(name, values[(values.index(getattr(self, name)) + step) % len(values)])

    @property
    def brightness_line(self) -> Line:
        """The brightness for a menu: minus and plus end at its bounds."""
        percent = Text("{percent} %", (("percent", round(100 * self.brightness)),))
        return Line(
            say("Brightness"),
            value=percent,
            less=partial(self.brighten, -1) if self.brightness > DIMMEST else None,
            more=partial(self.brighten, 1) if self.brightness < BRIGHTEST else None,
        )

    def brighten(self, step: int) -> None:
        self.put("brightness", round(min(BRIGHTEST, max(DIMMEST, self.brightness + step * BRIGHTNESS_STEP)), 2))

    def lines(self) -> list[Line]:
        """Language, sound and coach, for any menu."""
        now = {name: getattr(self, name) for name in TURNING}
        return [
            Line.turning(title, words.get(now[name]) or Text(now[name]), partial(self.turn, name))
            for name, (title, words) in TURNING.items()
        ]
