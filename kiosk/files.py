"""Writes small files whole or not at all, whenever the power goes."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Put a text in the place of what is there; its mode stays.

    Raises:
        OSError: it can't be written; what was there is there still.
    """
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    if path.exists():
        fresh.chmod(path.stat().st_mode)
    fresh.replace(path)
