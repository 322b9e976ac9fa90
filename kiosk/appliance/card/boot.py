"""Whether a folder is the boot partition of a freshly written card that can become a table."""

from __future__ import annotations

import shutil
from pathlib import Path

from kiosk.appliance.steps import InstallError

CLOUD_FILES = ("meta-data", "network-config", "user-data")
"""What cloud-init reads there; user-data last, since without it a half-written card does nothing of its own."""
ASIDE = ".before-dice-table"
"""What the image's own are called meanwhile."""
MARK = "# Written by dice-table service card"
ROOM = 8 << 20
"""Bytes to spare, for the system's own."""


def check(folder: Path) -> None:
    """See that a folder is such a partition.

    Raises:
        InstallError: it is not; the message is one sentence with the mend.
    """
    if not folder.is_dir():
        raise InstallError(f"There is no folder {folder}: put the card in, and name its partition bootfs.")
    if not all((folder / name).is_file() for name in ("config.txt", "cmdline.txt")):
        raise InstallError(f"{folder} is not the boot partition of a Raspberry Pi: name the one called bootfs.")
    if not (folder / "kernel8.img").is_file():
        raise InstallError(f"{folder} is of a 32 bit system: write Raspberry Pi OS (64-bit) onto the card.")
    if not any((folder / name).is_file() for name in CLOUD_FILES):
        raise InstallError(f"{folder} is of a system without cloud-init: write Raspberry Pi OS Trixie or a newer one.")


def check_room(folder: Path, needed: int) -> None:
    """See that so many bytes fit onto a partition.

    Raises:
        InstallError: they do not.
    """
    free = shutil.disk_usage(folder).free
    if free < needed + ROOM:
        raise InstallError(
            f"{folder} has {free >> 20} MB free and needs {(needed + ROOM) >> 20}: write the card once more."
        )


def ours(file: Path) -> bool:
    """Whether a file of cloud-init's is one that we wrote."""
    return file.is_file() and MARK in file.read_text(encoding="utf-8", errors="replace")
