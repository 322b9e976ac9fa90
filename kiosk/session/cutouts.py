"""Keeps the camera's pictures of dice that people corrected, where the owner wants that."""

from pathlib import Path

import cv2

from kiosk.referee.dialog import Dialog

FOLDER = "corrected"
MOST = 2000
"""Up to 2000 pictures are kept, some kilobytes each: the folder must not fill the disk."""


class Cutouts:
    """The pictures in a folder of their own beside the matches, as NUMBER-read-4-said-6.png."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER
        self._count = len(list(self._folder.glob("*.png")))

    def save(self, dialog: Dialog) -> None:
        """Keep those dice of an accepted dialog that were seen and said to be something else; without room, none."""
        for die, said in zip(dialog.dice, dialog.values, strict=True):
            read = die.candidates[0]
            if die.picture is None or said == read or self._count >= MOST:
                continue
            self._count += 1
            file = self._folder / f"{self._count:05}-read-{read}-said-{said}.png"
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                file.write_bytes(cv2.imencode(".png", die.picture)[1].tobytes())
            except (OSError, cv2.error):  # a die at the picture's edge may have none of its own
                return
