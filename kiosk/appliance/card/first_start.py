"""What the first start of a card does: it runs from the card, before anything is installed, with plain Python.

It goes through stages, each with its picture. A failure is shown in one sentence, and told in full in log.txt on the
card. If it is broken off, it begins again at the next start.
"""

import argparse
import calendar
import ctypes
import os
import re
import shutil
import struct
import subprocess
import sys
import time
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.utils import parsedate
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path

UNIT = "dice-table-first-start.service"
MODULES = {"picamera2": "python3-picamera2", "lgpio": "python3-lgpio"}
LIBRARIES = {"libgbm.so.1": "libgbm1", "libEGL.so.1": "libegl1", "libGLESv2.so.2": "libgles2"}
"""Python modules and C libraries that the table needs from the system, and Debian's packages of them."""
LISTENING = ("ssh", "avahi-daemon", "rpcbind", "cups")
"""Services of Raspberry Pi OS that listen on the network; the table needs none of them."""
ASKING = "userconfig.service"
"""The service that asks on the screen for a user's name."""
AGAIN_S = 20.0
"""A network is looked for every 20 s."""
PATIENCE = 3
"""After 3 tries without a network the screen says so: to join a Wi-Fi takes some time."""
ATTEMPTS = 3
"""Packages are fetched in up to 3 attempts, each with a look for a network first, which may be gone again."""
# Valid though the clock may be wrong (Check-Date); an error if a list can't be fetched (Error-Mode); and up to ten
# minutes of waiting while the system itself is installing something (Lock).
APT = (
    *("apt-get", "-qq", "-o", "Acquire::Check-Date=false", "-o", "APT::Update::Error-Mode=any"),
    *("-o", "DPkg::Lock::Timeout=600"),
)
# Since Trixie apt has signatures checked by sqv, which refuses those of the future whatever apt is told. So a wrong
# clock must be set; with these options apt logs the mirrors' answers, and with them the time.
UPDATE = (*APT, "-o", "Debug::Acquire::http=true", "-o", "Debug::Acquire::https=true", "update")
DATE = re.compile(r"^date: \w{3}, (\d\d \w{3} 20\d\d \d\d:\d\d:\d\d) GMT", re.IGNORECASE | re.MULTILINE)
"""The time in a mirror's answer (RFC 9110, 6.6.1)."""
SYNCHRONISED = "run/systemd/timesync/synchronized"
"""This file is there once a time server has set the clock."""
FAR_S = 60.0
"""A clock within 60 s of a mirror's time is right: an answer takes its time."""
GRAPHICS = (0x4B3A, 1)
"""KDSETMODE, KD_GRAPHICS (linux/kd.h): the console writes nothing over the picture."""


class FaultError(Exception):
    """Something that stops the first start: the name of its picture, and the words for the log."""

    def __init__(self, picture: str, words: str) -> None:
        super().__init__(words)
        self.picture = picture


@dataclass(slots=True)
class FirstStart:
    """One start. `seed` is our folder on the card, `root` where the system is."""

    seed: Path
    root: Path = Path("/")
    again_s: float = AGAIN_S
    shown: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)

    def run(self) -> int:
        """Go through the stages; each shows the picture of its own name. Returns the exit code."""
        try:
            for stage in (self.files, self.packages, self.program, self.settings, self.table):
                self.show(stage.__name__)
                self.log(stage.__name__)
                stage()
        except (FaultError, OSError) as error:
            self.show(error.picture if isinstance(error, FaultError) else "program_fault")
            self.log(f"failed: {error}")
            return 1
        self.log("done")
        return 0

    @property
    def wheels(self) -> Path:
        """The release, as it lies on the card."""
        return self.seed / "wheels"

    @property
    def home(self) -> Path:
        """Where the program is to be: a link to its first version, as upgrades expect it (upgrade.py)."""
        return self.root / "opt" / "dice-table"

    def files(self) -> None:
        """Check that every file of the release is as it was made."""
        if said := self.failure("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS", folder=self.wheels):
            raise FaultError("damaged", said)

    def packages(self) -> None:
        """Install what the image lacks, if anything, waiting for a network however long it takes."""
        wanted = missing()
        if not wanted:
            return
        self.log(f"not on the image: {' '.join(wanted)}")
        for _ in range(ATTEMPTS):
            self.network()
            self.show("packages")
            # If the power was cut in the middle, packages are half unpacked, and apt refuses everything else.
            self.failure("dpkg", "--configure", "--pending")
            said = self.failure(*APT, "install", "--fix-broken", "--yes", "--no-install-recommends", *wanted)
            if not said:
                return
        raise FaultError("packages_fault", said)

    def network(self) -> None:
        """Wait until the lists of packages could be fetched, and set the clock if it is the obstacle.

        A Pi without a battery goes on from the time when it was switched off, or when its image was made. A clock that
        a time server has set is left alone.
        """
        looks = 0
        while said := self.failure(*UPDATE):
            looks += 1
            for line in [line for line in said.splitlines() if line.startswith(("E:", "W:"))] or said.splitlines():
                self.log(line)
            dates = [calendar.timegm(date) for told in DATE.findall(said) if (date := parsedate(told)) is not None]
            # If no mirror tells the time, it is at least as late as when the card was written.
            now = max(dates) if dates else max(time.time(), (self.seed / "first_start.py").stat().st_mtime)
            if abs(now - time.time()) > FAR_S and not (self.root / SYNCHRONISED).exists():
                self.show("clock")
                self.log(self.failure("date", "--utc", "--set", f"@{now:.0f}") or "the clock was set")
            elif looks >= PATIENCE:
                self.show("packages_fault" if dates else "network")
            time.sleep(self.again_s)

    def program(self) -> None:
        """Make the virtual environment, from the card alone: even pip comes from there."""
        # Some may be there already: half a version, if the power was cut, or others, if the card was only written over.
        self.home.unlink(missing_ok=True)
        versions = self.home.with_name(f"{self.home.name}.versions")
        shutil.rmtree(versions, ignore_errors=True)
        place = versions / "1"
        python = place / "bin" / "python"
        pip = next(self.wheels.glob("pip-*.whl")) / "pip"
        ours = next(self.wheels.glob("dice_table-*.whl"))
        install = (str(python), str(pip), "install", "--quiet", "--no-index", "--find-links", str(self.wheels))
        for words in (
            (sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", str(place)),
            # pip itself in any case. Of all else what the system has is used, as NumPy, which picamera2 uses too.
            (*install, "--ignore-installed", "--no-deps", "pip"),
            (*install, "--disable-pip-version-check", f"{ours}[lamps]"),
        ):
            if said := self.failure(*words):
                raise FaultError("program_fault", said)
        self.home.symlink_to(place)

    def settings(self) -> None:
        """Copy the owner's settings, unless there are some already."""
        place = self.root / "etc" / "dice-table" / "config.toml"
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.seed / "config.toml", place)
            place.chmod(0o644)

    def table(self) -> None:
        """Switch off what listens on the network, start the table, and tidy up."""
        for name in LISTENING:
            self.failure("systemctl", "disable", "--now", f"{name}.socket", f"{name}.service")
        # This one had started before cloud-init wrote its settings.
        self.failure("systemctl", "try-restart", "systemd-resolved.service")
        self.failure("systemctl", "disable", "--now", ASKING)
        if said := self.failure(str(self.home / "bin" / "dice-table"), "service", "install"):
            raise FaultError("table_fault", said)
        self.failure("systemctl", "disable", UNIT)
        shutil.rmtree(self.wheels, ignore_errors=True)

    def failure(self, *words: str, folder: Path | None = None) -> str:
        """Run a command; returns what it says if it fails, and nothing if it does not."""
        surroundings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "PIP_ROOT_USER_ACTION": "ignore"}
        try:
            done = subprocess.run(  # noqa: S603  our own words
                words, check=False, capture_output=True, text=True, errors="replace", env=surroundings, cwd=folder
            )
        except OSError as error:
            return str(error)
        said = f"{done.stderr}{done.stdout}".strip() or f"exit code {done.returncode}"
        return said if done.returncode else ""

    def show(self, name: str) -> int:
        """Put a picture on the screen, unless it is there already; without a screen it goes on. Returns 0."""
        if self.shown[-1:] == [name]:
            return 0
        self.shown.append(name)
        try:
            silence(self.root / "dev" / "tty1")
            paint(self.seed / "pictures" / name, self.root / "dev" / "fb0", self.root / "sys/class/graphics/fb0")
        except (OSError, ValueError, zlib.error) as error:
            self.log(f"no picture: {error}")
        return 0

    def log(self, words: str) -> None:
        """Log something once, in the system's log and on the card, where a PC can read it."""
        if words in self.told:
            return
        self.told.add(words)
        print(words, flush=True)  # noqa: T201  to the journal
        try:
            with (self.seed / "log.txt").open("a", encoding="utf-8") as log:
                log.write(f"{words}\n")
                log.flush()
                os.fsync(log.fileno())
        except OSError:
            pass  # nothing can be written to the card; the system's log has it


def missing() -> list[str]:
    """The Debian packages that the system lacks."""
    lacking = [package for module, package in MODULES.items() if find_spec(module) is None]
    for library, package in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            lacking.append(package)
    return lacking


def silence(console: Path) -> None:
    """Stop the console from writing over the picture."""
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415  Windows has none, and the tests run anywhere

    with console.open("wb", buffering=0) as opened:
        fcntl.ioctl(opened, *GRAPHICS)


def paint(picture: Path, screen: Path, facts: Path) -> None:
    """Write a picture (see pictures.py) into the kernel's framebuffer, as large as fits, in its format of pixels."""
    across, down = (int(word) for word in (facts / "virtual_size").read_text().split(","))
    depth, stride = (int((facts / name).read_text()) for name in ("bits_per_pixel", "stride"))
    packed = memoryview(zlib.decompress(picture.with_name(f"{picture.name}.{depth}").read_bytes()))
    width, height = struct.unpack_from("<HH", packed)
    pixels = packed[4:].cast("H" if depth == 16 else "I")
    # Nearest neighbours, a whole row at a time by `itemgetter`: pixel by pixel plain Python is slow.
    scale = min(across / width, down / height)
    columns, rows = itemgetter(*_sources(across, width, scale)), _sources(down, height, scale)
    lines = {
        row: array(pixels.format, columns(pixels[row * width : (row + 1) * width])).tobytes().ljust(stride, b"\0")
        for row in set(rows)
    }
    with screen.open("r+b") as opened:
        opened.write(b"".join(lines[row] for row in rows))


def _sources(size: int, of: int, scale: float) -> list[int]:
    """For each column (or row) of the screen that of the picture, which is centred; its edge is repeated beside it."""
    margin = (size - round(of * scale)) // 2
    return [min(max(int((place - margin + 0.5) / scale), 0), of - 1) for place in range(size)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", help="only show this picture")
    picture = parser.parse_args(arguments).picture
    start = FirstStart(Path(sys.argv[0]).resolve().parent)
    return start.run() if picture is None else start.show(picture)


if __name__ == "__main__":
    sys.exit(main())
