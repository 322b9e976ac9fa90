"""The way from a table just built to one that plays: four steps, each a page, with buttons alone.

Language, the camera's picture, the tray, the buttons. MENU goes a step back, and on the first page it leaves. The step
is kept beside the matches, so that a power cut costs nothing: what was learned before it is known already.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from pydantic import Field

from kiosk.files import StoredFile, StoredModel, unheard
from kiosk.games.text import Text, say
from kiosk.locale import languages
from kiosk.referee.keys import Key
from kiosk.session.guide.pages import ButtonsPage, PicturePage
from kiosk.session.lesson_pages import SKIP, Guided
from kiosk.session.modes import Stack
from kiosk.session.page import Line, Page
from kiosk.session.preferences import LANGUAGES, Preferences

LANGUAGE, PICTURE, TRAY, BUTTONS = range(4)
TITLES = (
    say("Step 1 of 4: the language"),
    say("Step 2 of 4: the camera"),
    say("Step 3 of 4: the tray"),
    say("Step 4 of 4: the buttons"),
)


class KeptStep(StoredModel):
    """The step that the next start begins with; None where the guide is over."""

    step: Annotated[int, Field(ge=0, lt=len(TITLES))] | None


BOOKMARK = StoredFile("guide.json", KeptStep)


@dataclass(slots=True)
class Bookmark:
    """The step that is to be shown at the next start; None where the guide is over, or was never begun.

    Attributes:
        folder: where it is kept; None keeps it for this start alone.
    """

    step: int | None = None
    folder: Path | None = None

    @classmethod
    def of(cls, folder: Path, *, fresh: bool, tell: Callable[[Text], object] = unheard) -> "Bookmark":
        """The one kept there; where none is, a table that is `fresh` begins at the first step, and others nowhere."""
        kept = BOOKMARK.take(folder, tell)
        return cls((0 if fresh else None) if kept is None else kept.step, folder)

    def keep(self, step: int | None) -> None:
        """Note the step; on a disk that takes nothing the guide only begins again."""
        self.step = step
        if self.folder is not None:
            with suppress(OSError):
                BOOKMARK.write(self.folder, KeptStep(step=step))


class Guide:
    """Opens its pages over whatever lies there, and leaves that as it was."""

    def __init__(
        self, pages: Stack, preferences: Preferences, teach_tray: Callable[[Guided], object], bookmark: Bookmark
    ) -> None:
        """`teach_tray` opens the pages on which the table learns its tray."""
        self._pages = pages
        self._preferences = preferences
        self._teach_tray = teach_tray
        self._bookmark = bookmark
        self._below = 0

    def begin(self, step: int = LANGUAGE) -> None:
        """Show the guide at a step, with those before it below."""
        self._below = len(self._pages.pages)
        self._language()
        if step > LANGUAGE:
            self._picture()
        if step == TRAY:
            self._tray()
        elif step > TRAY:
            self._buttons()

    def _go(self, step: int, open_page: Callable[[], object]) -> None:
        self._bookmark.keep(step)
        open_page()

    def _language(self) -> None:
        names = languages()
        lines = [Line(LANGUAGES.get(name, Text(name)), partial(self._speak, name)) for name in names]
        spoken, skip = names.index(self._preferences.language), Key(SKIP, self._end, lit=False)
        self._pages.open(Page(self._pages, TITLES[LANGUAGE], lambda: lines, spoken, back=skip, begun=lambda: True))

    def _speak(self, name: str) -> None:
        self._preferences.put("language", name)
        self._go(PICTURE, self._picture)

    def _picture(self) -> None:
        go_on = partial(self._go, TRAY, self._tray)
        self._pages.open(PicturePage(self._pages, TITLES[PICTURE], go_on))

    def _tray(self) -> None:
        self._teach_tray(Guided(TITLES[TRAY], partial(self._go, BUTTONS, self._buttons)))

    def _buttons(self) -> None:
        self._pages.open(ButtonsPage(self._pages, TITLES[BUTTONS], self._end))

    def _end(self) -> None:
        self._bookmark.keep(None)
        self._pages.down_to(self._below)
