"""An upgrade from a USB stick, asked for on the service page: checked here, done by another unit.

The table itself has no right to install anything. It writes a file, for which dice-table-upgrade.path starts that unit,
and reads what the unit reports.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread

from kiosk.appliance.bundle import PREFIX, find, program, verify
from kiosk.appliance.steps import InstallError
from kiosk.games.text import Text, say

UNIT = Path("/etc/systemd/system/dice-table-upgrade.path")
"""If this file is there, the service page offers upgrades."""
REQUEST = Path("/run/dice-table/upgrade")
TOLD = Path("/run/dice-table-upgrade/told")
FAILED = "failed"
"""A file of this name lies beside the report if the upgrade failed."""


class StickUpgrade:
    """Asks for an upgrade, and says how it goes; `sticks` finds the sticks that are plugged in."""

    def __init__(self, sticks: Callable[[], Iterable[Path]], request: Path = REQUEST, told: Path = TOLD) -> None:
        self._sticks, self._request, self._told = sticks, request, told
        self._said: Text | None = None
        self._asked = False
        self._thread: Thread | None = None

    @property
    def outcome(self) -> Text | None:
        """How it goes or went; None before."""
        failure = self._failure() if self._asked else ""
        return say("It was not upgraded: {why}", why=failure) if failure else self._said

    @property
    def busy(self) -> bool:
        """Whether an upgrade is on its way, so that there is nothing to do but wait."""
        if self._thread is not None and self._thread.is_alive():
            return True
        return self._asked and not self._failure()

    def begin(self) -> None:
        """Check the newest release on the sticks, in a thread of its own, and ask for it if it is whole."""
        if not self.busy:
            self._asked, self._said = False, say("The release is looked through…")
            self._thread = Thread(target=self._find, name="upgrade", daemon=True)
            self._thread.start()

    def _find(self) -> None:
        try:
            release = find(self._sticks())
            if release is None:
                self._said = say("Plug in a USB stick with a folder {folder} first", folder=f"{PREFIX}…")
                return
            verify(release)
            version = program(release).name.split("-")[1]
            self._request.touch()
        except InstallError:
            self._said = say("The release on the stick is damaged: copy it once more")
        except OSError as error:
            self._said = say("The stick cannot be read: {why}", why=error.strerror or str(error))
        else:
            self._said = say("{version} is made ready: in some minutes the table starts anew", version=version)
            self._asked = True

    def _failure(self) -> str:
        """The last line that the unit reported, if it failed.

        When the unit begins it deletes the mark of an earlier failure, and then the request: so while the request is
        there, a mark says nothing about it.
        """
        if self._request.exists() or not self._told.with_name(FAILED).exists():
            return ""
        try:
            return (self._told.read_text(encoding="utf-8", errors="replace").splitlines() or ["?"])[-1]
        except OSError as error:
            return error.strerror or str(error)
