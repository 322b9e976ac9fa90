"""How far the first guide is, kept beside the matches: where the power is cut, the next start goes on there."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from kiosk.files import StoredFile, StoredModel, unheard
from kiosk.games.text import Text

STEPS = 4
"""The guide has 4 steps; `guide.py` names them."""


class KeptStep(StoredModel):
    """The step that the next start begins with; None where the guide is over."""

    step: Annotated[int, Field(ge=0, lt=STEPS)] | None


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
