"""A release as a folder: the program's wheel, the wheels it needs on the table, and the checksum of each.

`sha256sum --check SHA256SUMS` says the same as `verify`. A checksum tells damage, not who made the release.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kiosk.appliance.steps import InstallError

SUMS = "SHA256SUMS"
PREFIX = "dice-table-"
"""How the folder of a release is called, before its version."""
PROGRAM = "dice_table-*.whl"
EXTRA = "uplink"
"""What is installed with the program (pyproject.toml): so a table joins a league without a network for pip."""
_LINE = re.compile(r"([0-9a-f]{64}) [ *]([^/\\]+)")


def digest(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def write_sums(folder: Path) -> None:
    """Write the checksums of all that lies in a folder beside it, in sha256sum's format."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != SUMS)
    lines = [f"{digest(file)}  {file.name}\n" for file in files]
    (folder / SUMS).write_bytes("".join(lines).encode())  # the same line ends on every system


def find(places: Iterable[Path]) -> Path | None:
    """The newest release that is one of these folders or lies in one; None if there is none.

    Raises:
        OSError: a folder cannot be read.
    """
    found = [folder for place in places if place.is_dir() for folder in (place, *place.glob(f"{PREFIX}*"))]
    releases = [folder for folder in found if (folder / SUMS).is_file() and any(folder.glob(PROGRAM))]
    return max(releases, key=lambda folder: _version(program(folder)), default=None)


def program(folder: Path) -> Path:
    """The program's own wheel in a release.

    Raises:
        InstallError: there is none, or more than one.
    """
    wheels = list(folder.glob(PROGRAM))
    if len(wheels) != 1:
        raise InstallError(f"{folder} is no release: it holds {len(wheels)} wheels of the program, not one.")
    return wheels[0]


def verify(folder: Path) -> None:
    """See that a release is whole: every file as it was made, and no wheel beside them.

    Raises:
        InstallError: it is not; the message names the file.
    """
    sums = listed(folder)
    try:
        for name, expected in sums.items():
            if digest(folder / name) != expected:
                raise InstallError(f"{folder / name} is damaged: copy the release to the stick once more.")
    except OSError as error:
        raise InstallError(
            f"{error.filename} cannot be read ({error.strerror}): copy the release once more."
        ) from error
    for wheel in folder.glob("*.whl"):
        if wheel.name not in sums:
            raise InstallError(f"{wheel} is not of this release: take it away.")
    program(folder)


def listed(folder: Path) -> Mapping[str, str]:
    """The checksum of each file of a release, by its name.

    Raises:
        InstallError: they cannot be read.
    """
    try:
        *lines, end = (folder / SUMS).read_bytes().decode().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InstallError(f"{folder / SUMS} cannot be read: copy the release once more.") from error
    pairs = [_LINE.fullmatch(line) for line in lines]
    if end or not pairs or None in pairs:
        raise InstallError(f"{folder / SUMS} is damaged: copy the release once more.")
    return {pair[2]: pair[1] for pair in pairs if pair is not None}


@dataclass(frozen=True, slots=True)
class Take:
    """A release to copy: what lies there then was verified there, whatever becomes of the stick."""

    release: Path
    target: Path

    def __str__(self) -> str:
        return f"copy the release {self.release} to {self.target} and verify its checksums"

    def do(self) -> None:
        """Copy and verify it; nothing stays of one that is damaged.

        Raises:
            InstallError: it is damaged, or cannot be copied.
        """
        shutil.rmtree(self.target, ignore_errors=True)
        try:
            self.target.mkdir(parents=True)
            for name in (SUMS, *listed(self.release)):
                shutil.copyfile(self.release / name, self.target / name)
            verify(self.target)
        except OSError as error:
            shutil.rmtree(self.target, ignore_errors=True)
            raise InstallError(f"{self.release} cannot be copied ({error.strerror}): mend that.") from error
        except InstallError:
            shutil.rmtree(self.target, ignore_errors=True)
            raise


def _version(wheel: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", wheel.name.split("-")[1]))
