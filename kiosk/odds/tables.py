"""Tables that take long to work out: shipped with the program, or kept in the user's cache once they were made."""

import logging
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import platformdirs

T = TypeVar("T")


def kept(name: str, unpack: Callable[[bytes], T], pack: Callable[[T], bytes], make: Callable[[], T]) -> T:
    """The table of this name, shipped or from the cache; else it is made, which takes seconds to minutes, and kept.

    `unpack` raises a ValueError if a file holds no such table.
    """
    cached = Path(platformdirs.user_cache_dir("dice-table")) / "odds" / name
    for file in (files("assets").joinpath("odds", name), cached):
        if not file.is_file():
            continue  # nothing there; or no plain file, which could block
        try:
            return unpack(file.read_bytes())
        except (OSError, ValueError):
            continue
    found = make()
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        fresh = cached.with_suffix(".new")
        fresh.write_bytes(pack(found))
        fresh.replace(cached)
    except OSError as error:
        logging.getLogger(__name__).warning("The odds in %s can't be kept: %s", name, error)
    return found
