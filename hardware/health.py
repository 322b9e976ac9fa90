"""The state of the machine itself, read from the kernel's files: that needs no rights, and no Raspberry Pi.

Every function takes the `root` of the file system, so that tests can give it a folder for a machine, and returns None
or nothing where a file is missing.
"""

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/")


@dataclass(frozen=True, slots=True)
class Power:
    """What the Raspberry Pi's firmware says of its supply and its heat: now, and since it was switched on."""

    undervoltage: bool
    throttled: bool
    undervoltage_before: bool
    throttled_before: bool


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk under a folder: bytes, whether the system has made it read-only, and whether it is only memory."""

    total: int
    free: int
    read_only: bool
    in_memory: bool


@dataclass(frozen=True, slots=True)
class DisplaySocket:
    """A connected screen: its socket, its best size in pixels ("1920x1080"), and the driver of its card."""

    name: str
    size: str | None
    driver: str | None


def model(root: Path = ROOT) -> str | None:
    """What the board calls itself: "Raspberry Pi 5 Model B Rev 1.0"; None on a PC."""
    text = text_in(root / "proc/device-tree/model")
    return None if text is None else text.strip("\0")


def on_a_pi(root: Path = ROOT) -> bool:
    return (model(root) or "").startswith("Raspberry Pi")


def system(root: Path = ROOT) -> str | None:
    """The system's own name: "Debian GNU/Linux 13 (trixie)"."""
    found = re.search(r'^PRETTY_NAME="?(.*?)"?$', text_in(root / "etc/os-release") or "", re.MULTILINE)
    return found[1] if found else None


def memory(root: Path = ROOT) -> tuple[int, int] | None:
    """All memory, and what is available of it, in bytes."""
    sizes = dict(re.findall(r"^(\w+):\s+(\d+) kB", text_in(root / "proc/meminfo") or "", re.MULTILINE))
    try:
        return int(sizes["MemTotal"]) * 1024, int(sizes["MemAvailable"]) * 1024
    except KeyError:
        return None


def temperature(root: Path = ROOT) -> float | None:
    """The processor's temperature, degrees Celsius."""
    zones = sorted((root / "sys/class/thermal").glob("thermal_zone*"))
    named = [zone for zone in zones if re.search(r"cpu|soc|x86_pkg", text_in(zone / "type") or "")]
    for zone in named or zones:
        found = text_in(zone / "temp")
        if found is not None and found.lstrip("-").isdecimal():
            return int(found) / 1000
    return None


def power(root: Path = ROOT) -> Power | None:
    """What the firmware of a Raspberry Pi says of its supply; None elsewhere.

    The bits are those of `vcgencmd get_throttled` in the Raspberry Pi's documentation.
    """
    for file in sorted((root / "sys/devices/platform").glob("soc*/*firmware/get_throttled")):
        found = text_in(file)
        if found is not None:
            # Bits 0 to 3 say what is the case now: undervoltage, then three kinds of throttling; 16 to 19 the same
            # since the start.
            bits = int(found, 16)
            return Power(bool(bits & 1), bool(bits & 0b1110), bool(bits & 1 << 16), bool(bits & 0b1110 << 16))
    return None


def disk(folder: Path, root: Path = ROOT) -> Disk | None:
    """The disk under `folder`, or under the nearest folder above it that exists."""
    for place in (folder, *folder.parents):
        try:
            usage = shutil.disk_usage(place)
            at = place.resolve()
        except OSError:
            continue
        # The innermost mount holds the folder; of several at one place the last, which lies over the others.
        above = [mount for mount in mounts(root) if at.is_relative_to(mount[0])]
        _, kind, options = max(reversed(above), key=lambda mount: len(mount[0].parts), default=(at, "", []))
        return Disk(usage.total, usage.free, "ro" in options, kind in {"tmpfs", "ramfs"})
    return None


def disk_errors(root: Path = ROOT) -> int:
    """Errors that ext4 has found on all its disks since they were last repaired."""
    counts = (text_in(file) for file in (root / "sys/fs/ext4").glob("*/errors_count"))
    return sum(int(count) for count in counts if count and count.isdecimal())


def card_worn(root: Path = ROOT) -> int | None:
    """How much of its life a flash card has used up by its own account, percent, in tens; None if it does not say."""
    texts = [text_in(file) or "" for file in (root / "sys/block").glob("mmcblk*/device/life_time")]
    tenths = max((int(part, 16) for text in texts for part in text.split()), default=0)
    return 10 * tenths or None


def displays(root: Path = ROOT) -> list[DisplaySocket]:
    found = []
    for socket in sorted((root / "sys/class/drm").glob("card*-*")):
        if text_in(socket / "status") == "connected":
            card = root / "sys/class/drm" / socket.name.partition("-")[0]
            driver = re.search(r"^DRIVER=(.*)$", text_in(card / "device/uevent") or "", re.MULTILINE)
            sizes = (text_in(socket / "modes") or "").split()
            found.append(
                DisplaySocket(socket.name.partition("-")[2], sizes[0] if sizes else None, driver[1] if driver else None)
            )
    return found


def sound_cards(root: Path = ROOT) -> list[str]:
    return re.findall(r"^\s*\d+ \[.*?\]: .*? - (.*)$", text_in(root / "proc/asound/cards") or "", re.MULTILINE)


def clock_is_set(root: Path = ROOT) -> bool:
    """Whether the time was set from the network since the start, if systemd's time service runs."""
    return (root / "run/systemd/timesync/synchronized").exists()


def has_clock(root: Path = ROOT) -> bool:
    """Whether a clock of its own goes on while the machine is off."""
    return (root / "dev/rtc0").exists() or (root / "sys/class/rtc/rtc0").exists()


def mounts(root: Path = ROOT) -> Iterator[tuple[Path, str, list[str]]]:
    """Each place where something is mounted, the kind of its file system, and its options."""
    try:
        lines = (root / "proc/mounts").read_bytes().splitlines()
    except OSError:
        return
    for line in lines:
        # The kernel writes spaces, tabs and such by their number, as \040; a name may be in any encoding.
        _, place, kind, options, *_ = (re.sub(rb"\\([0-7]{3})", _letter, word) for word in line.split())
        yield Path(os.fsdecode(place)), kind.decode(), options.decode().split(",")


def _letter(code: re.Match[bytes]) -> bytes:
    return bytes([int(code[1], 8)])


def text_in(file: Path) -> str | None:
    """What one of the kernel's files says; None if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None
