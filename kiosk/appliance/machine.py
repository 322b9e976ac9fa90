"""What the service page shows of the machine and does with it: network, version, logs onto a USB stick."""

import errno
import socket
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread

from hardware import health
from kiosk.appliance import stick_upgrade
from kiosk.appliance.copying import CopyError, copy_all, no_link
from kiosk.files import whole
from kiosk.games.text import Text, say

PACKAGE = "dice-table"
STICKS = ("/media/", "/run/media/", "/mnt/usb")
"""Where desktops and the appliance's udev rules mount sticks."""
NO_STICKS = ("/media/root-ro", "/media/root-rw")
"""Where overlayroot mounts the two halves of a read-only system."""
FOLDER = "dice-table"
LOGS_SINCE = "-7d"
REFUSED = {
    errno.ENOSPC: say("There is no room left on the stick"),
    errno.EROFS: say("Nothing can be written onto the stick"),
}
COMMAND_S = 20.0
"""A command of the system that takes over 20 s hangs."""


class Machine:
    """This computer. `data` is the folder with the matches."""

    def __init__(self, data: Path | None = None) -> None:
        self._data = data
        self.outcome: Text | None = None
        """How saving the logs goes or went; None before the first time."""
        self.upgrade = stick_upgrade.StickUpgrade(sticks) if stick_upgrade.UNIT.exists() else None
        """Asks for an upgrade; None if no unit is installed that would do it."""
        self._saving: Thread | None = None
        self.network = ""
        self.refresh()
        self.version = program_version()

    def refresh(self) -> None:
        """Look for the network again, which often comes up later than the table."""
        self.network = _network()

    @property
    def saving(self) -> bool:
        return self._saving is not None and self._saving.is_alive()

    def save_logs(self) -> None:
        """Copy logs and matches onto a stick, in a thread of its own; `outcome` says how it went."""
        if not self.saving:
            self.outcome = say("Saving…")
            self._saving = Thread(target=self._save, name="logs", daemon=True)
            self._saving.start()

    def _save(self) -> None:
        self.outcome = save_logs(sticks(), self._data, system_log)


def program_version() -> str:
    """This program's version, from pyproject.toml; "?" if it runs without being installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  slow, and hardly ever needed

    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return "?"


def _network() -> str:
    name = socket.gethostname()
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            # Nothing is sent: a UDP socket only gets the address that packets to there would be sent from. The address
            # is one of those kept for documentation.
            line.connect(("192.0.2.1", 9))
            return f"{name} · {line.getsockname()[0]}"
    except OSError:
        return name


def sticks(root: Path = health.ROOT) -> list[Path]:
    places = [place for place, _, _ in health.mounts(root)]
    return [place for place in places if str(place).startswith(STICKS) and not str(place).startswith(NO_STICKS)]


def save_logs(places: Iterable[Path], data: Path | None, log: Callable[[], bytes]) -> Text:
    """Copy the log and the files of `data` onto the first stick that takes them; returns how it went."""
    refusal = say("Plug in a USB stick first")
    for place in places:
        try:
            folder = no_link(place / FOLDER)
            folder.mkdir(exist_ok=True)
            with whole(folder / "log.txt") as part:
                part.write_bytes(log())
            if data is not None and data.is_dir():
                copy_all(data, folder)
        except CopyError:
            refusal = say("The stick gives back something else than was written: use another one")
        except OSError as error:
            why = say("The stick does not take it: {why}", why=error.strerror or str(error))
            refusal = REFUSED.get(error.errno or 0, why)
        else:
            return say("Saved: the stick may be pulled out")
    return refusal


def system_log() -> bytes:
    """The last days of the kiosk's log in the system's journal; if there is none, a line that says why."""
    command = ["journalctl", "--unit", PACKAGE, "--since", LOGS_SINCE, "--no-pager"]
    try:
        return subprocess.run(command, capture_output=True, timeout=COMMAND_S, check=False).stdout  # noqa: S603  fixed words
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"There is no log: {error}\n".encode()
