"""What the first start of a card does; it lies on the card beside what it installs, and knows Python's library alone.

Stage by stage, each with its picture; what fails is shown in one sentence, and told whole in log.txt on the card.
Whenever it is broken off, the next start begins it again.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import shutil
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path

UNIT = "dice-table-first-start.service"
MODULES = {"picamera2": "python3-picamera2", "lgpio": "python3-lgpio"}
LIBRARIES = {"libgbm.so.1": "libgbm1", "libEGL.so.1": "libegl1", "libGLESv2.so.2": "libgles2"}
"""What the table needs of the system, and Debian's package of each."""
LISTENING = ("ssh", "avahi-daemon", "rpcbind", "cups")
"""Services of the images that listen to the network; the table needs none."""
ASKING = "userconfig.service"
"""Asks on the screen for a user's name."""
AGAIN_S = 20.0
"""It looks for a network so often."""
PATIENCE = 3
"""Looks in vain before it says so: a Wi-Fi takes its time to be joined."""
ATTEMPTS = 3
"""At fetching the packages, each with a look for a network first: it may be gone meanwhile."""
# A Pi does not know the date before it has a network: what is signed later than now is no fault. Where the system
# itself is just fetching something, its turn comes first.
APT = (
    *("apt-get", "-qq", "-o", "Acquire::Check-Date=false", "-o", "APT::Update::Error-Mode=any"),
    *("-o", "DPkg::Lock::Timeout=600"),
)
GRAPHICS = (0x4B3A, 1)
"""KDSETMODE, KD_GRAPHICS (linux/kd.h): the console writes nothing over the picture."""


class FaultError(Exception):
    """What stopped it: the name of its picture, and the words for the log."""

    def __init__(self, picture: str, words: str) -> None:
        super().__init__(words)
        self.picture = picture


@dataclass(slots=True)
class FirstStart:
    """One start. `seed` is the folder on the card, `root` where the system is."""

    seed: Path
    root: Path = Path("/")
    again_s: float = AGAIN_S
    shown: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)

    def run(self) -> int:
        """Go through the stages; the exit code."""
        try:
            for name, stage in self.stages():
                self.show(name)
                self.log(name)
                stage()
        except (FaultError, OSError) as error:
            self.show(error.picture if isinstance(error, FaultError) else "program_fault")
            self.log(f"failed: {error}")
            return 1
        self.log("done")
        return 0

    def stages(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Their names, which are their pictures', in order."""
        yield "files", self.files
        yield "packages", self.packages
        yield "program", self.program
        yield "settings", self.settings
        yield "table", self.table

    @property
    def wheels(self) -> Path:
        """The release, as it lies on the card."""
        return self.seed / "wheels"

    @property
    def home(self) -> Path:
        """Where the program is to be."""
        return self.root / "opt" / "dice-table"

    def files(self) -> None:
        """Every byte of the release is as it was made."""
        for line in (self.wheels / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
            expected, _, name = line.partition("  ")
            try:
                found = hashlib.sha256((self.wheels / name).read_bytes()).hexdigest()
            except OSError as error:
                raise FaultError("damaged", f"{name}: {error}") from error
            if found != expected:
                raise FaultError("damaged", f"{name} is not as it was made")

    def packages(self) -> None:
        """Fetch what the image lacks, waiting for a network as long as it takes; else none is needed."""
        wanted = missing()
        if not wanted:
            return
        self.log(f"not on the image: {' '.join(wanted)}")
        for _ in range(ATTEMPTS):
            self.network()
            self.show("packages")
            # A cut in the middle leaves them half unpacked, and apt then refuses all else.
            self.failure("dpkg", "--configure", "--pending")
            said = self.failure(*APT, "install", "--fix-broken", "--yes", "--no-install-recommends", *wanted)
            if not said:
                return
        raise FaultError("packages_fault", said)

    def network(self) -> None:
        """Wait until the packages' lists could be fetched."""
        looks = 0
        while said := self.failure(*APT, "update"):
            looks += 1
            if looks == PATIENCE:
                self.show("network")
            self.log(said)
            time.sleep(self.again_s)

    def program(self) -> None:
        """Make the virtual environment anew, from the card alone; pip itself comes from there too."""
        shutil.rmtree(self.home, ignore_errors=True)
        python = self.home / "bin" / "python"
        pip = next(self.wheels.glob("pip-*.whl")) / "pip"
        ours = next(self.wheels.glob("dice_table-*.whl"))
        install = (str(python), str(pip), "install", "--quiet", "--no-index", "--find-links", str(self.wheels))
        for words in (
            (sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", str(self.home)),
            # Its own pip, whatever the system has; of all else, NumPy above all, what the system has is taken.
            (*install, "--ignore-installed", "--no-deps", "pip"),
            (*install, "--disable-pip-version-check", f"{ours}[uplink]"),
        ):
            if said := self.failure(*words):
                raise FaultError("program_fault", said)

    def settings(self) -> None:
        """The owner's settings, where there are none."""
        place = self.root / "etc" / "dice-table" / "config.toml"
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.seed / "config.toml", place)
            place.chmod(0o644)

    def table(self) -> None:
        """Let nothing listen, start the table, and tidy up."""
        for name in LISTENING:
            self.failure("systemctl", "disable", "--now", f"{name}.socket", f"{name}.service")
        # It read its settings before cloud-init had written ours.
        self.failure("systemctl", "try-restart", "systemd-resolved.service")
        self.failure("systemctl", "disable", "--now", ASKING)
        if said := self.failure(str(self.home / "bin" / "dice-table"), "service", "install"):
            raise FaultError("table_fault", said)
        self.failure("systemctl", "disable", UNIT)
        shutil.rmtree(self.wheels, ignore_errors=True)

    def failure(self, *words: str) -> str:
        """Run a command; what it says if it fails, nothing if it does not."""
        surroundings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "PIP_ROOT_USER_ACTION": "ignore"}
        try:
            done = subprocess.run(words, check=False, capture_output=True, text=True, env=surroundings)  # noqa: S603  our own words
        except OSError as error:
            return str(error)
        return (done.stderr or done.stdout or f"exit code {done.returncode}").strip() if done.returncode else ""

    def show(self, name: str) -> None:
        """Put a picture on the screen; a machine without one goes on."""
        self.shown.append(name)
        try:
            silence(self.root / "dev" / "tty1")
            paint(self.seed / "pictures" / name, self.root / "dev" / "fb0", self.root / "sys/class/graphics/fb0")
        except (OSError, ValueError, zlib.error) as error:
            self.log(f"no picture: {error}")

    def log(self, words: str) -> None:
        """Tell it once, in the system's log and on the card, where a PC can read it: it may wait for days."""
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
            pass  # a card that nothing can be written to: the journal has it


def missing() -> list[str]:
    """Debian's packages of what the system lacks."""
    return [
        *(package for module, package in MODULES.items() if find_spec(module) is None),
        *(package for library, package in LIBRARIES.items() if not loads(library)),
    ]


def loads(library: str) -> bool:
    """Whether the system has a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def silence(console: Path) -> None:
    """Keep the console's own letters off the picture."""
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415  Windows has none, and the tests run anywhere

    with console.open("wb", buffering=0) as opened:
        fcntl.ioctl(opened, *GRAPHICS)


def paint(picture: Path, screen: Path, facts: Path) -> None:
    """Put a picture on the kernel's framebuffer, as large as it fits, whatever its size, in 16 or 32 bits a pixel."""
    packed = zlib.decompress(picture.read_bytes())
    width, height = struct.unpack_from("<HH", packed)
    planes = [packed[4 + width * height * k : 4 + width * height * (k + 1)] for k in range(3)]
    across, down = (int(word) for word in (facts / "virtual_size").read_text().split(","))
    depth, stride = (int((facts / name).read_text()) for name in ("bits_per_pixel", "stride"))
    if depth not in {16, 32}:
        raise ValueError(f"{depth} bits a pixel")
    scale = min(across / width, down / height)
    shown = round(width * scale), round(height * scale)
    columns = itemgetter(*(min(int((x + 0.5) / scale), width - 1) for x in range(shown[0])))
    lines: dict[int, bytes] = {}
    left, top = (across - shown[0]) // 2, (down - shown[1]) // 2
    margin = [plane[:1] for plane in planes]
    empty = _line([one * across for one in margin], depth).ljust(stride, b"\0")
    rows = [empty] * top
    for y in range(shown[1]):
        source = min(int((y + 0.5) / scale), height - 1)
        if source not in lines:
            cut = [bytes(columns(plane[source * width : (source + 1) * width])) for plane in planes]
            right = across - left - shown[0]
            whole = [one * left + row + one * right for one, row in zip(margin, cut, strict=True)]
            lines[source] = _line(whole, depth).ljust(stride, b"\0")
        rows.append(lines[source])
    rows += [empty] * (down - top - shown[1])
    with screen.open("r+b") as opened:
        opened.write(b"".join(rows))


def _line(row: Sequence[bytes], depth: int) -> bytes:
    """A row of blue, green and red, as the framebuffer has it."""
    blue, green, red = row
    line = bytearray(len(blue) * depth // 8)
    if depth == 32:
        line[0::4], line[1::4], line[2::4] = blue, green, red
    else:
        line[0::2] = bytes((g & 0x1C) << 3 | b >> 3 for b, g in zip(blue, green, strict=True))
        line[1::2] = bytes((r & 0xF8) | g >> 5 for r, g in zip(red, green, strict=True))
    return bytes(line)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", help="only show this picture")
    asked = parser.parse_args(arguments)
    start = FirstStart(Path(sys.argv[0]).resolve().parent)
    if asked.picture is None:
        return start.run()
    start.show(asked.picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
