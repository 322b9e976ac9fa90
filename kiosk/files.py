"""Files that are never half written and never lost; and the table's own small files, each with a checksum."""

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar
from zlib import crc32

from pydantic import BaseModel, ConfigDict

from kiosk.games.text import Text, say

DATABASE_SUFFIXES = ("-wal", "-shm")
"""Endings of the files that SQLite keeps beside a database; without them it lacks its last lines."""
OWNER_SUFFIX = "-owner"
"""Ending of the file beside the journal that says which program has it."""
UNFINISHED_SUFFIX = ".new"
"""Ending of a file that is being written, before it takes the other one's place."""
LARGEST_BYTES = 4 * 1024 * 1024
"""A file of the table has up to 4 MB: a tray with six taught faces of twelve pictures (10 KB each) has 1 MB."""
_SEAL = re.compile(rb'\A\{"sum": "([0-9a-f]{8})", ')


def read_bytes(path: Path, largest: int = LARGEST_BYTES) -> bytes:
    """All of a file; a pipe, which might never end, is refused, and so is a very large file.

    Raises:
        OSError: there is none, it cannot be read, it is no file, or it is larger.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(0, "it is no file", str(path))
    with path.open("rb") as file:
        # One byte more than allowed, to see that there is more.
        content = file.read(largest + 1)
    if len(content) > largest:
        raise OSError(0, f"it is larger than {largest} bytes", str(path))
    return content


@contextmanager
def whole(target: Path) -> Iterator[Path]:
    """Gives a file to write, which takes the place of `target` once it is complete; if that fails, it is deleted.

    Raises:
        OSError: it cannot be written; `target` is as it was.
    """
    fresh = target.with_name(target.name + UNFINISHED_SUFFIX)
    forget(fresh)  # left by a write that was cut off
    try:
        yield fresh
        on_disk(fresh)
        fresh.replace(target)
        on_disk(target)
    finally:
        with suppress(OSError):  # the first error (a stick that was pulled out) is the one to raise
            forget(fresh)


def forget(file: Path) -> None:
    """Delete a file, with what SQLite keeps beside it."""
    for suffix in ("", "-journal", *DATABASE_SUFFIXES):
        file.with_name(file.name + suffix).unlink(missing_ok=True)


def on_disk(file: Path) -> None:
    """Wait until a file is on its disk; and drop it from the cache, so that checking it reads the disk."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
        if sys.platform == "linux":
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


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
    """Rename what is at `path` to NAME.LABEL-N, and give that name; raises an OSError if it can't be renamed."""
    renames = list(renames_aside(path, label))
    for old, new in renames:
        old.rename(new)
    return renames[0][1]


# --- what the table keeps for itself ---------------------------------------------------------------------------------


class StoredModel(BaseModel):
    """The content of such a file: these fields and no others, of exactly these types, within bounds."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


M = TypeVar("M", bound=StoredModel)


class BadFileError(Exception):
    """A file cannot be used; one sentence."""


def unheard(_told: Text) -> None:
    """The default of `tell`: nobody is told on the screen; standard error has the sentence anyway."""


@dataclass(frozen=True, slots=True)
class StoredFile(Generic[M]):
    """A file of the table in its folder: one JSON object with a checksum, so that a flipped bit is noticed.

    A file without a checksum, as older versions or people write it, is used if it fits the model.
    """

    name: str
    model: type[M]

    def read(self, folder: Path) -> M | None:
        """The content of the file; None if there is no file; raises a BadFileError if it cannot be used."""
        path = folder / self.name
        try:
            content = read_bytes(path)
            if seal := _SEAL.match(content):
                body = content[seal.end() :]
                if crc32(body) != int(seal[1], 16):
                    raise BadFileError(f"{path} is damaged: its checksum does not fit.")
                content = b"{" + body
            return self.model.model_validate_json(content)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadFileError(f"{path} cannot be read ({error.strerror}).") from error
        except (ValueError, MemoryError) as error:  # also what is no UTF-8, or nested without end
            raise BadFileError(f"{path} is damaged, or of another version.") from error

    def take(self, folder: Path, tell: Callable[[Text], object] = unheard) -> M | None:
        """The content, or None; a file that cannot be used is renamed and told, and never stops a start."""
        try:
            return self.read(folder)
        except BadFileError as error:
            sys.stderr.write(f"{error}\n")
        try:
            aside = set_aside(folder / self.name, "damaged").name
        except (OSError, IndexError):
            tell(say("{file} cannot be read: the table begins without it", file=self.name))
        else:
            tell(
                say(
                    "{file} cannot be read: it is kept as {aside}, and the table begins without it",
                    file=self.name,
                    aside=aside,
                )
            )
        return None

    def write(self, folder: Path, value: M) -> Path:
        """Put this in its place; where that is.

        Raises:
            OSError: it can't be written; what was there is there still.
        """
        folder.mkdir(parents=True, exist_ok=True)
        # The checksum stands first in the object itself, so that the file stays plain JSON: it covers all that follows.
        body = value.model_dump_json(by_alias=True, indent=1)[1:].lstrip() + "\n"
        with whole(folder / self.name) as fresh:
            fresh.write_text(f'{{"sum": "{crc32(body.encode()):08x}", {body}', encoding="utf-8")
        return folder / self.name
