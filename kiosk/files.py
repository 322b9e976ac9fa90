"""Files that are never half written and never lost: written whole or not at all, set aside under names of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

DATABASE_SUFFIXES = ("-wal", "-shm")
"""What SQLite keeps beside a database; without them it lacks its last lines."""
OWNER_SUFFIX, DIGESTS_SUFFIX = "-owner", "-digests"
"""What we keep beside the journal ourselves, and make anew where it is missing."""


def write_atomic(path: Path, text: str) -> None:
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


def unused_name(path: Path, label: str) -> Path:
    """NAME.LABEL-N beside `path`, with the first N from 1 that nothing has yet."""
    number = 1
    while (name := path.with_name(f"{path.name}.{label}-{number}")).exists():
        number += 1
    return name


def renames_aside(path: Path, label: str) -> Iterator[tuple[Path, Path]]:
    """What to rename, and to what, so that `path` is free and what was there is kept as NAME.LABEL-N.

    With a database go the files that belong to it.
    """
    aside = unused_name(path, label)
    for suffix in ("", *DATABASE_SUFFIXES):
        if (file := path.with_name(path.name + suffix)).exists():
            yield file, aside.with_name(aside.name + suffix)


def set_aside(path: Path, label: str) -> Path:
    """Rename what is at `path` to NAME.LABEL-N, and give that name.

    Raises:
        OSError: it can't be renamed.
    """
    renames = list(renames_aside(path, label))
    for old, new in renames:
        old.rename(new)
    return renames[0][1]
