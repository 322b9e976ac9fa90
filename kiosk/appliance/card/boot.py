"""Whether a folder is the boot partition of a freshly written card that can become a table."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase

from kiosk.appliance.steps import InstallError

SHOWN = ("media/*/bootfs", "run/media/*/bootfs", "Volumes/bootfs")
"""Where Linux and macOS show a card's boot partition, below the root."""
BOOT_FILES = ("config.txt", "cmdline.txt")
"""What a Raspberry Pi's boot partition has, and no other."""
CLOUD_FILES = ("meta-data", "network-config", "user-data")
"""What cloud-init reads there; user-data last, since without it a half-written card does nothing of its own."""
ASIDE = ".before-dice-table"
"""What the image's own are called meanwhile."""
MARK = "# Written by dice-table service card"
ROOM = 8 << 20
"""Bytes to spare, for the system's own."""


def the_card() -> Path:
    """The boot partition of the one card that is in this PC, among the places where systems show what is put in.

    Raises:
        InstallError: there is none, or more than one.
    """
    found = [place for place in _shown() if _is_boot(place)]
    if not found:
        raise InstallError("No card is found: write it with Raspberry Pi Imager, pull it out, and put it in again.")
    if len(found) > 1:
        raise InstallError(f"More than one card is in: name the one to write, as in {found[0]}.")
    return found[0]


def _shown() -> Iterator[Path]:
    if sys.platform == "win32":
        yield from (Path(f"{letter}:/") for letter in ascii_uppercase)
    for pattern in SHOWN:
        yield from sorted(Path("/").glob(pattern))


def _is_boot(place: Path) -> bool:
    try:
        return all((place / name).is_file() for name in BOOT_FILES)
    except OSError:  # another user's, or a drive without a disk
        return False


def check(folder: Path) -> None:
    """See that a folder is such a partition.

    Raises:
        InstallError: it is not; the message is one sentence with the mend.
    """
    cloud = any((folder / name).is_file() for name in CLOUD_FILES)
    for fits, sentence in (
        (folder.is_dir(), "is no folder: put the card in again, or leave the folder out."),
        (_is_boot(folder), "is not the boot partition of a Raspberry Pi: name the one called bootfs."),
        ((folder / "kernel8.img").is_file(), "is of a 32 bit system: write Raspberry Pi OS (64-bit) onto the card."),
        (cloud, "is of a system without cloud-init: write Raspberry Pi OS Trixie or a newer one."),
    ):
        if not fits:
            raise InstallError(f"{folder} {sentence}")


def check_room(folder: Path, needed: int) -> None:
    """See that this many bytes fit onto a partition.

    Raises:
        InstallError: they do not.
    """
    free = shutil.disk_usage(folder).free
    if free < needed + ROOM:
        raise InstallError(f"{folder} has {free >> 20} MB free, not {(needed + ROOM) >> 20}: write the card once more.")


def ours(file: Path) -> bool:
    return file.is_file() and MARK in file.read_text(encoding="utf-8", errors="replace")
