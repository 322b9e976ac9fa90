"""Finds the boot partition of a freshly written card, and checks that it can become a table."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase

from kiosk.appliance.steps import InstallError

SHOWN = ("media/*/bootfs", "run/media/*/bootfs", "Volumes/bootfs")
"""Where Linux and macOS mount a card's boot partition."""
BOOT_FILES = ("config.txt", "cmdline.txt")
"""Files that a Raspberry Pi's boot partition has, and hardly any other."""
CLOUD_FILES = ("meta-data", "network-config", "user-data")
"""The files that cloud-init reads there, in the order in which they are written: user-data last, as without it a card
that is half written starts as an ordinary one."""
ASIDE = ".before-dice-table"
"""Ending of the image's own files of these names, which are kept."""
MARK = "# Written by dice-table service card"
"""The line by which our own files are recognised."""
ROOM = 8 << 20
"""8 MiB are left free, for files that the system writes there."""


def the_card() -> Path:
    """The boot partition of the only card in this PC; raises an InstallError if there is none, or more than one."""
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
    except OSError:  # of another user, or a drive that is empty
        return False


def check(folder: Path) -> None:
    """Check that a folder is such a partition.

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
    """Check that this many bytes fit onto a partition; raises an InstallError if they do not."""
    free = shutil.disk_usage(folder).free
    if free < needed + ROOM:
        raise InstallError(f"{folder} has {free >> 20} MB free, not {(needed + ROOM) >> 20}: write the card once more.")


def ours(file: Path) -> bool:
    return file.is_file() and MARK in file.read_text(encoding="utf-8", errors="replace")
