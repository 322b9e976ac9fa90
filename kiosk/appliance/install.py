"""Makes an appliance of an installed program: the files to write and the commands to run, as steps.

Every step can be shown before it is done. Under a `root` other than / (an image that is being made) nothing is started.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from kiosk.appliance.steps import InstallError, InstallStep, delete, run, write
from kiosk.settings.config import Settings, commented, usable_settings

UNIT = "dice-table.service"
UPGRADE = "dice-table-upgrade.path"
UNITS = (UNIT, UPGRADE)
"""The units that start with the machine."""
UPLINK = "dice-table-uplink.service"
"""The uplink to a league and to lamps: it starts with the machine if the settings name one of them."""
HOME = "/opt/dice-table"
"""Where the unit files, as they ship, expect the program: a virtual environment, or a link to one (upgrade.py)."""
VERSIONS = ".versions"
"""The folder of the versions, to one of which that link leads, has its name with this ending."""
SETTINGS = Path("etc/dice-table/config.toml")
DATA = Path("var/lib/dice-table")
START_S = 150.0
"""A start is waited for 150 s: longer than the unit itself allows, so that its own error is seen."""
HIDDEN = (Path("/home"), Path("/root"), Path("/run/user"))
"""Folders that the unit hides from the service (ProtectHome)."""


class Display(StrEnum):
    """How the picture gets onto the screen."""

    KMS = "kms"
    """Straight onto the display (kernel mode setting), without a desktop."""
    CAGE = "cage"
    """Through the compositor cage."""


DESKTOP = Path("etc/systemd/system/display-manager.service")
"""The unit that starts the desktop, if there is one."""
SHOWN = "dice-table-shown.service"
"""Ends the trial of a newer version."""
BACK = "dice-table-back.service"
"""Goes back to the version before, if the newer one has shown no picture."""
PLACES = {
    "dice-table.service": Path("etc/systemd/system") / UNIT,
    **{
        name: Path("etc/systemd/system") / name for name in (UPGRADE, "dice-table-upgrade.service", SHOWN, BACK, UPLINK)
    },
    "dice-table.sysusers": Path("etc/sysusers.d/dice-table.conf"),
    "dice-table.tmpfiles": Path("etc/tmpfiles.d/dice-table.conf"),
    "dice-table.udev": Path("etc/udev/rules.d/70-dice-table.rules"),
    "dice-table.sysctl": Path("etc/sysctl.d/dice-table.conf"),
    "dice-table.journald": Path("etc/systemd/journald.conf.d/dice-table.conf"),
    "dice-table.desktop": DESKTOP.with_name(f"{DESKTOP.name}.d") / "dice-table.conf",
}
CAGE = Path("etc/systemd/system") / f"{UNIT}.d" / "display.conf"


def install(root: Path, display: Display, home: Path) -> Iterator[InstallStep]:
    """The steps that make the program at `home` start with the machine.

    Raises:
        InstallError: the service could not see the program where it is.
    """
    if hidden := next((place for place in HIDDEN if home.is_relative_to(place)), None):
        raise InstallError(f"{home} is in {hidden}, which the service cannot see: install it in {HOME}.")
    for name, place in PLACES.items():
        yield write(root / place, _shipped(name).replace(HOME, str(home)))
    if display is Display.CAGE:
        yield write(root / CAGE, _shipped("dice-table.cage").replace(HOME, str(home)))
    elif (root / CAGE).exists():
        yield delete(root / CAGE)
    if not (root / SETTINGS).exists():
        # With its data folder written in it, commands that the owner types find the service's matches too.
        ours = Settings().model_copy(update={"data": Path("/") / DATA})
        yield write(root / SETTINGS, commented(ours, Path("/") / SETTINGS))
    joined = _plays_in_a_league(root / SETTINGS)
    if root != Path("/"):
        yield run("systemd-sysusers", f"--root={root}")
        yield run("systemctl", f"--root={root}", "enable", *UNITS)
        yield run("systemctl", f"--root={root}", "enable" if joined else "disable", UPLINK)
        return
    yield run("systemd-sysusers")
    yield run("systemd-tmpfiles", "--create", str(PLACES["dice-table.tmpfiles"].name), needed=False)
    yield run("udevadm", "control", "--reload", needed=False)
    yield run("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=dma_heap", needed=False)
    yield run("systemctl", "restart", "systemd-sysctl", needed=False)
    yield run("systemctl", "try-restart", "systemd-journald", needed=False)
    yield run("systemctl", "daemon-reload")
    yield run("systemctl", "enable", *UNITS)
    yield run("systemctl", "start", UPGRADE)
    if joined:
        yield run("systemctl", "enable", UPLINK)
        yield run("systemctl", "restart", UPLINK, needed=False)  # the table plays without it, too
    else:
        yield run("systemctl", "disable", "--now", UPLINK)
    if (root / DESKTOP).exists():
        yield run("systemctl", "stop", DESKTOP.name)
    # The command returns once the first picture is shown; systemd starts a table that shows none again and again.
    yield run("systemctl", "restart", UNIT, patience_s=START_S)


def remove(root: Path) -> Iterator[InstallStep]:
    """The steps that undo `install`; settings and matches stay."""
    live = root == Path("/")
    at = () if live else (f"--root={root}",)
    if (root / PLACES["dice-table.service"]).exists():
        units = [unit for unit in (*UNITS, UPLINK) if (root / PLACES[unit]).exists()]
        yield run("systemctl", *at, "disable", *(("--now",) if live else ()), *units)
    yield from (delete(root / place) for place in (CAGE, *PLACES.values()) if (root / place).exists())
    if live:
        yield run("systemctl", "daemon-reload")
        yield run("udevadm", "control", "--reload", needed=False)
        if (root / DESKTOP).exists():
            yield run("systemctl", "start", DESKTOP.name)


def status(root: Path) -> Iterator[str]:
    installed = [place for place in (*PLACES.values(), CAGE) if (root / place).exists()]
    if not installed:
        yield "The service is not installed: dice-table service install does that."
        return
    for place in installed:
        yield f"installed    /{place}"
    for word in ("enabled", "active"):
        yield f"{word:12} {_asked(root, f'is-{word}', UNIT)}"
    if _plays_in_a_league(root / SETTINGS):
        yield f"{'league':12} {_asked(root, 'is-enabled', UPLINK)}, {_asked(root, 'is-active', UPLINK)}"
    for what, place in (("settings", SETTINGS), ("matches", DATA)):
        yield f"{what:12} /{place}" + ("" if (root / place).exists() else " (not there yet)")


def this_home() -> Path:
    """Where this program is installed: the link, if this is one of the versions that it leads to."""
    own = Path(sys.prefix).absolute()
    beside = own.parent
    return beside.with_name(beside.name.removesuffix(VERSIONS)) if beside.name.endswith(VERSIONS) else own


def may_change(root: Path) -> bool:
    """Whether this user may write to the places that the steps change."""
    return os.access(root / "etc" if (root / "etc").is_dir() else root, os.W_OK)


def _plays_in_a_league(settings: Path) -> bool:
    if not settings.exists():
        return False
    found = usable_settings(settings, environment={})[0]
    return bool(found.lamps.broker or (found.league.address and found.league.table))


def _asked(root: Path, question: str, unit: str) -> str:
    at = () if root == Path("/") else (f"--root={root}",)
    if shutil.which("systemctl") is None:
        return "unknown: there is no systemd here"
    if root != Path("/") and question != "is-enabled":
        return "no: this is not the running system"
    words = ("systemctl", *at, question, unit)
    done = subprocess.run(words, check=False, capture_output=True, text=True)  # noqa: S603  our own words
    return done.stdout.strip() or done.stderr.strip().partition("\n")[0] or "unknown"


def _shipped(name: str) -> str:
    """A file of the folder systemd/: in the wheel it is inside the assets, in a checkout beside them."""
    inside = files("assets").joinpath("systemd", name)
    if inside.is_file():
        return inside.read_text(encoding="utf-8")
    return Path(str(files("assets"))).parent.joinpath("systemd", name).read_text(encoding="utf-8")
