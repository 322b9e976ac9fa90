"""How far the first guide is, kept beside the matches: where the power is cut, the next start goes on there."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kiosk.files import write_atomic

FILE = "guide.json"
STEPS = 4
"""Of the guide."""


@dataclass(slots=True)
class Bookmark:
    """The step that is to be shown at the next start; None where the guide is over, or was never begun.

    Attributes:
        folder: where it is kept; None keeps it for this start alone.
    """

    step: int | None = None
    folder: Path | None = None

    @classmethod
    def of(cls, folder: Path, *, fresh: bool) -> Bookmark:
        """The one kept there; where none is, a table that is `fresh` begins at the first step, and others nowhere."""
        try:
            step = json.loads((folder / FILE).read_text(encoding="utf-8"))["step"]
        except (OSError, ValueError, KeyError, TypeError):
            return cls(0 if fresh else None, folder)
        return cls(step if step in range(STEPS) else None, folder)

    def keep(self, step: int | None) -> None:
        """Note the step; on a disk that takes nothing the guide only begins again."""
        self.step = step
        if self.folder is not None:
            with suppress(OSError):
                write_atomic(self.folder / FILE, json.dumps({"step": step}) + "\n")
