"""A release as a folder: the program's wheel, the wheels it needs on the table, and the checksum of each.

`sha256sum --check SHA256SUMS` does the same as `verify`. Checksums show damage, not who made the release. Files that
are not listed, such as the ._NAME that a Mac writes beside each file, are neither read nor copied.
"""

import hashlib
import os
import re
import shutil
import stat
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from io import BufferedReader
from pathlib import Path

from kiosk.appliance.steps import InstallError, InstallStep

SUMS = "SHA256SUMS"
PREFIX = "dice-table-"
"""The name of a release's folder, before the version."""
PROGRAM = "dice_table-*.whl"
EXTRA = "lamps"
"""The extra of pyproject.toml that is installed too, so that lamps can be set up later without a network for pip."""
DEPTH = 3
"""A release is looked for up to 3 folders deep: Windows unpacks it into a folder in a folder."""
MOST_BYTES = 1 << 30
"""A file of a release has up to 1 GiB: the largest wheel has 60 MB."""
MOST_SUMS_BYTES = 1 << 16
"""The file of checksums has up to 64 KiB: thirty wheels take 3,500 bytes."""
_LINE = re.compile(r"([0-9a-f]{64}) [ *]([^/\\]+)")


def digest(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal.

    Raises:
        InstallError: it is no plain file, or too large.
        OSError: it cannot be read.
    """
    with _opened(file) as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def find(places: Iterable[Path]) -> Path | None:
    """The newest release that is one of these folders or lies in one; None if there is none.

    Raises:
        OSError: none is found, and one of the folders cannot be read.
    """
    releases, faults = list[Path](), list[OSError]()
    for place in places:
        try:
            if place.is_dir():
                os.scandir(place).close()  # raises if the stick can't be read, which glob passes over
                found = (sums.parent for depth in range(DEPTH + 1) for sums in place.glob(f"{'*/' * depth}{SUMS}"))
                # A link on a stick may lead anywhere, also into a loop.
                no_links = [to for to in found if to.resolve() == place.resolve() / to.relative_to(place)]
                releases += filter(_newest, no_links)
        except OSError as error:
            faults.append(error)
    if faults and not releases:
        raise faults[0]
    return max(releases, key=_newest, default=None)


def program(folder: Path) -> Path:
    """The program's own wheel in a release; raises an InstallError if there is none, or more than one."""
    wheels = [name for name in listed(folder) if fnmatchcase(name, PROGRAM)]
    if len(wheels) != 1:
        raise InstallError(f"{folder} is no release: it holds {len(wheels)} wheels of the program, not one.")
    return folder / wheels[0]


def verify(folder: Path) -> None:
    """Check that a release is whole: every file as it was made.

    Raises:
        InstallError: one is not; the message names it.
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
    program(folder)


def listed(folder: Path) -> Mapping[str, str]:
    """The checksum of each file of a release, by its name; raises an InstallError if they cannot be read."""
    try:
        with _opened(folder / SUMS) as opened:
            *lines, end = opened.read(MOST_SUMS_BYTES).decode().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InstallError(f"{folder / SUMS} cannot be read: copy the release once more.") from error
    pairs = [_LINE.fullmatch(line) for line in lines]
    # The last line ends too: a file that was cut off does not pass.
    if end or not pairs or None in pairs:
        raise InstallError(f"{folder / SUMS} is damaged: copy the release once more.")
    return {pair[2]: pair[1] for pair in pairs if pair is not None}


def take(release: Path, target: Path) -> InstallStep:
    """The step that copies a release and verifies the copy; if that is damaged, nothing of it stays."""

    def do() -> None:
        shutil.rmtree(target, ignore_errors=True)
        try:
            target.mkdir(parents=True)
            for name in (SUMS, *listed(release)):
                with _opened(release / name) as source, (target / name).open("wb") as copy:
                    shutil.copyfileobj(source, copy)
            verify(target)
        except (OSError, InstallError):
            shutil.rmtree(target, ignore_errors=True)
            raise

    return InstallStep(f"copy the release {release} to {target} and verify its checksums", do)


def _opened(file: Path) -> BufferedReader:
    """Open a plain file of a release; a pipe could block for ever, and a link may lead anywhere."""
    found = file.lstat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
        raise InstallError(f"{file} is damaged: copy the release to the stick once more.")
    return file.open("rb")


def _newest(folder: Path) -> tuple[int, ...]:
    """The version of the newest program in a folder; empty if there is none."""
    names = (wheel.name.split("-")[1] for wheel in folder.glob(PROGRAM))
    return max((tuple(int(part) for part in re.findall(r"[0-9]+", name)) for name in names), default=())
