"""A disk of its own that is soon full; only root can mount one."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BEER = "beer"
"""The file that fills it."""


class NoDiskError(Exception):
    """No disk can be mounted here."""


@contextmanager
def small_disk(place: Path, size_kib: int = 256) -> Iterator[None]:
    """A disk of `size_kib` KiB at `place`.

    Raises:
        NoDiskError: none can be mounted here.
    """
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", os.fsencode(place), b"tmpfs", 0, f"size={size_kib}k".encode()) != 0:
        raise NoDiskError
    try:
        yield
    finally:
        libc.umount2(os.fsencode(place), 2)


def fill(place: Path) -> None:
    """Leave no room on it."""
    with (place / BEER).open("wb", buffering=0) as file:
        for piece in (b"b" * 65536, b"b" * 512):
            try:
                while True:
                    file.write(piece)
            except OSError:
                pass
