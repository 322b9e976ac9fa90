"""What is installed: the folders, the version, the data, the units."""

import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, version
from importlib.resources import files
from pathlib import Path

import pytest

from kiosk.appliance.install import PLACES
from kiosk.appliance.machine import program_version
from kiosk.match.database import SCHEMA_VERSION
from kiosk.settings.config_file import FORMAT

HOUSE = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = {"assets", "hardware", "kiosk", "league", "systemd", "tests", "vision", "workshop"}
LEAGUE = ("dice-table-league.service",)
"""What runs a league, on a machine of its own."""
MADE_BY_TOOLS = {"build", "dist"}
TOP_FILES = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "pyproject.toml"}


def test_the_top_level_is_as_the_design_draws_it() -> None:
    top = [entry for entry in HOUSE.iterdir() if not entry.name.startswith(".") and entry.suffix != ".egg-info"]
    assert {entry.name for entry in top if entry.is_dir()} - MADE_BY_TOOLS == ROOMS
    assert {entry.name for entry in top if entry.is_file()} == TOP_FILES


def test_every_room_that_runs_is_in_the_wheel_and_the_units_with_them() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["packages"]) == ROOMS - {"systemd", "tests", "workshop"}
    assert wheel["force-include"] == {"systemd": "assets/systemd"}


def test_every_folder_of_code_is_a_package() -> None:
    for room in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        folders = {file.parent for file in (HOUSE / room).rglob("*.py")}
        assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_the_version_stands_once_and_has_its_entry_in_the_changelog() -> None:
    number = PROJECT["project"]["version"]
    assert version("dice-table") == program_version() == number
    changes = (HOUSE / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## (?:(Unreleased)|(\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d)$", changes, re.MULTILINE)
    assert len(entries) == changes.count("\n## ")
    numbers = [released for _, released in entries if released]
    assert entries[0] in {("Unreleased", ""), ("", number)}
    assert numbers[0] == number
    assert numbers == sorted(numbers, key=lambda one: [int(part) for part in one.split(".")], reverse=True)


def test_the_changelog_says_which_files_each_version_reads() -> None:
    _, *entries = re.split(r"^## ", (HOUSE / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    reads = [
        re.findall(r"^Reads journals up to (\d+) and settings up to (\d+)\.$", one, re.MULTILINE) for one in entries
    ]
    assert [len(one) for one in reads] == [1] * len(entries)
    assert reads[0] == [(str(SCHEMA_VERSION), str(FORMAT))]


def test_the_licences_are_the_programs_and_its_typefaces() -> None:
    assert PROJECT["project"]["license"] == "MIT AND OFL-1.1"
    texts = [file for pattern in PROJECT["project"]["license-files"] for file in HOUSE.glob(pattern)]
    assert len(texts) == 1 + len([*HOUSE.glob("assets/fonts/*.ttf")])
    assert (HOUSE / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


def test_the_command_is_there() -> None:
    [command] = entry_points(group="console_scripts", name="dice-table")
    assert callable(command.load())


def test_the_assets_are_found_as_installed() -> None:
    assert files("assets").joinpath("dice.onnx.xz").is_file()
    assert [face for face in files("assets").joinpath("fonts").iterdir() if face.name.endswith(".ttf")]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
@pytest.mark.parametrize("name", ["dice-table.service", "dice-table-uplink.service", *LEAGUE])
def test_the_unit_is_sound_and_well_fenced_in(tmp_path: Path, name: str) -> None:
    text = (HOUSE / "systemd" / name).read_text(encoding="utf-8")
    unit = tmp_path / name
    # The command stands where the appliance guide installs it; here any program will do.
    unit.write_text(re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", text, flags=re.MULTILINE), encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    # systemd before 254 has no RestartMode, and does without.
    complaints = [line for line in verified.stderr.splitlines() if "Unknown key 'RestartMode'" not in line]
    assert (verified.returncode, complaints) == (0, [])
    fence = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=15", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert fence.returncode == 0, fence.stdout


def test_of_a_tables_units_only_the_uplink_has_the_network() -> None:
    units = {file.name: file.read_text(encoding="utf-8") for file in (HOUSE / "systemd").glob("*.service")}
    reach = {name for name, text in units.items() if "AF_INET" in text}
    assert reach == {"dice-table-uplink.service", *LEAGUE}
    assert not set(LEAGUE) & set(PLACES), "a table has none of a league's"
    assert "IPAddressDeny=any" in units["dice-table.service"]


def test_the_unit_lets_through_what_the_table_needs() -> None:
    lines = (HOUSE / "systemd" / "dice-table.service").read_text(encoding="utf-8").splitlines()
    assert "Type=notify" in lines
    assert {"Restart=always", "RestartMode=direct"} <= set(lines), "a crash is no failure that a login should follow"
    assert "RestartPreventExitStatus=78" in lines
    login = next(line for line in lines if line.startswith("ExecStopPost="))
    assert '"$EXIT_STATUS" != 78 ||' in login, "only the way out ends in a login"
    assert login.endswith("start --no-block getty@tty1.service'")
    assert any(line.startswith("WatchdogSec=") for line in lines)
    assert "SupplementaryGroups=video render input gpio audio" in lines
    allowed = {line.split("=")[1].split()[0] for line in lines if line.startswith("DeviceAllow=")}
    assert {"char-drm", "char-input", "char-gpiochip", "char-video4linux", "char-media", "char-alsa"} <= allowed


def test_a_league_needs_neither_camera_nor_screen() -> None:
    """A machine that runs one installs what is named for it alone, as the project itself names it."""
    named = {line for line in (HOUSE / "league/requirements.txt").read_text().splitlines() if not line.startswith("#")}
    project = PROJECT["project"]
    assert named <= {*project["dependencies"], *project["optional-dependencies"]["league"]}
    code = """
import sys
class Absent:
    def find_spec(self, name, *_):
        if name in {"babel", "cv2", "numpy", "pygame", "gpiozero", "mujoco", "paho", "segno"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
import kiosk.commands.league, league.pages.app, league.server.admin_store, league.uplink.link
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=HOUSE)
