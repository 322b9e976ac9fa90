"""The appliance: what `dice-table service` writes and runs, shown before, done below any root, and undone."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from command_line import Program

from kiosk.appliance.install import CAGE, PLACES, SETTINGS, UNIT, UPLINK, Display, install, remove, status
from kiosk.appliance.steps import InstallError, InstallStep, run
from kiosk.settings.config import Settings

HOME = Path("/opt/dice-table")
ROOT = Path("/")


@pytest.fixture
def image(tmp_path: Path) -> Path:
    (tmp_path / "image" / "etc").mkdir(parents=True)
    return tmp_path / "image"


def do_all(steps: list[InstallStep]) -> None:
    """What writes and deletes; the system's own commands are tried where they are installed."""
    for step in steps:
        if not runs(step):
            step.do()


def runs(step: InstallStep) -> bool:
    return step.line.startswith("run ")


def written(image: Path, home: Path) -> dict[Path, str]:
    do_all(list(install(image, Display.KMS, home)))
    return {file: file.read_text() for file in image.rglob("*") if file.is_file()}


def test_every_unit_points_to_the_program_as_it_is_installed(image: Path) -> None:
    files = written(image, Path("/opt/other"))
    assert set(files) == {image / place for place in [*PLACES.values(), SETTINGS]}
    assert "\nExecStart=/opt/other/bin/dice-table\n" in files[image / PLACES["dice-table.service"]]
    upgrade = files[image / PLACES["dice-table-upgrade.service"]]
    assert "\nExecStart=/opt/other/bin/dice-table service upgrade --stick\n" in upgrade
    assert not [file for file, text in files.items() if "/opt/dice-table" in text]


def test_a_file_that_a_unit_writes_from_its_start_has_its_folder_before(image: Path) -> None:
    files = written(image, HOME)
    made = set(re.findall(r"^d (\S+)", files[image / PLACES["dice-table.tmpfiles"]], re.MULTILINE))
    opened = {
        Path(file) for text in files.values() for file in re.findall(r"^Standard\w+=append:(/.+)$", text, re.MULTILINE)
    }
    assert opened
    assert not [file for file, text in files.items() if "=truncate:" in text]  # what runs last would empty it
    assert {str(file.parent) for file in opened} <= made


def test_the_running_system_is_started_in_the_end_and_an_image_is_not(image: Path) -> None:
    live = [str(step) for step in install(ROOT, Display.KMS, HOME) if runs(step)]
    assert live[-5:] == [
        "run systemctl daemon-reload",
        "run systemctl enable dice-table.service dice-table-upgrade.path",
        "run systemctl start dice-table-upgrade.path",
        "run systemctl disable --now dice-table-uplink.service",
        "run systemctl restart dice-table.service",
    ]
    made = [str(step) for step in install(image, Display.KMS, HOME) if runs(step)]
    assert made == [
        f"run systemd-sysusers --root={image}",
        f"run systemctl --root={image} enable dice-table.service dice-table-upgrade.path",
        f"run systemctl --root={image} disable dice-table-uplink.service",
    ]


def test_the_way_to_a_league_starts_where_the_settings_name_one_and_only_there(
    image: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = image / "config.toml"
    monkeypatch.setattr("kiosk.appliance.install.SETTINGS", settings)  # also below the root /
    for text, joins in (
        ('[league]\naddress = "https://league.example"\ntable = "zinc"\n', True),
        ('[league]\naddress = "https://league.example"\n', False),
        ('[league]\naddress = "nonsense"\ntable = "zinc"\n', False),
        ('[lamps]\nbroker = "mqtt://lamps.example"\n', True),
        ('language = "fr"\n', False),
    ):
        settings.write_text(text)
        live = [str(step) for step in install(ROOT, Display.KMS, HOME) if "uplink.service" in str(step)]
        made = [str(step) for step in install(image, Display.KMS, HOME) if "uplink.service" in str(step)]
        if joins:
            assert live[-2:] == [f"run systemctl {word} dice-table-uplink.service" for word in ("enable", "restart")]
        else:
            assert live[-1] == "run systemctl disable --now dice-table-uplink.service"
        assert made[-1] == f"run systemctl --root={image} {'enable' if joins else 'disable'} dice-table-uplink.service"


def test_settings_that_are_there_stay_and_new_ones_name_the_services_matches(image: Path) -> None:
    do_all(list(install(image, Display.KMS, HOME)))
    settings = tomllib.loads((image / SETTINGS).read_text())
    assert Settings.model_validate({k: v for k, v in settings.items() if k != "format"}).data == Path(
        "/var/lib/dice-table"
    )
    (image / SETTINGS).write_text('language = "fr"\n')
    do_all(list(install(image, Display.KMS, HOME)))
    assert (image / SETTINGS).read_text() == 'language = "fr"\n'


def test_the_display_can_be_chosen_again(image: Path) -> None:
    do_all(list(install(image, Display.CAGE, HOME)))
    assert "SDL_VIDEODRIVER=wayland" in (image / CAGE).read_text()
    do_all(list(install(image, Display.KMS, HOME)))
    assert not (image / CAGE).parent.exists()


def test_removing_undoes_all_but_settings_and_matches(image: Path) -> None:
    do_all(list(install(image, Display.CAGE, HOME)))
    steps = list(remove(image))
    assert (
        str(steps[0])
        == f"run systemctl --root={image} disable dice-table.service dice-table-upgrade.path dice-table-uplink.service"
    )
    do_all(steps)
    assert [file.relative_to(image) for file in image.rglob("*") if file.is_file()] == [SETTINGS]
    assert list(remove(image)) == []


def test_a_program_that_the_service_cannot_see_is_refused(image: Path) -> None:
    with pytest.raises(InstallError, match="install it in /opt"):
        list(install(image, Display.KMS, Path("/home/marie/venv")))


def test_a_command_that_fails_says_which_and_why() -> None:
    with pytest.raises(InstallError, match=r"ls /no/such/place failed \(.*No such file"):
        run("ls", "/no/such/place").do()
    with pytest.raises(InstallError, match="no-such-program failed"):
        run("no-such-program").do()
    run("no-such-program", needed=False).do()


def test_a_dry_run_changes_nothing_and_tells_all(
    dice_table: Program, monkeypatch: pytest.MonkeyPatch, image: Path
) -> None:
    monkeypatch.setattr("kiosk.appliance.install.this_home", lambda: HOME)
    told = dice_table("service", "install", "--dry-run", "--root", image).stdout.splitlines()
    assert len(told) == len(list(install(image, Display.KMS, HOME)))
    assert all(line.startswith("would ") for line in told)
    assert [file for file in image.rglob("*") if file.is_file()] == []


@pytest.mark.skipif(shutil.which("systemctl") is None, reason="systemd is not installed here")
def test_an_image_is_made_with_the_systems_own_tools(image: Path) -> None:
    steps = list(install(image, Display.KMS, HOME))
    for step in steps:
        if not (runs(step) and shutil.which(step.line.split()[1]) is None):
            step.do()
    assert "enabled      enabled" in list(status(image))
    wanted = image / "etc/systemd/system/multi-user.target.wants" / UPLINK
    assert not wanted.is_symlink()
    (image / SETTINGS).write_text('[league]\naddress = "https://league.example"\ntable = "zinc"\n')
    for step in install(image, Display.KMS, HOME):
        if not (runs(step) and shutil.which(step.line.split()[1]) is None):
            step.do()
    assert wanted.is_symlink()
    assert "league       enabled, no: this is not the running system" in list(status(image))
    no_desktop_while = (image / PLACES["dice-table.desktop"]).read_text().strip().rpartition("!/")[2]
    assert (image / no_desktop_while).is_symlink()
    for step in remove(image):
        step.do()
    assert not wanted.is_symlink()
    assert list(status(image)) == ["The service is not installed: dice-table service install does that."]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_the_units_are_sound_and_fenced_in(tmp_path: Path) -> None:
    (tmp_path / "home" / "bin").mkdir(parents=True)
    for program in ("dice-table", "python"):
        (tmp_path / "home" / "bin" / program).symlink_to("/bin/true")
    (tmp_path / "home.versions").mkdir()
    (tmp_path / "home.versions" / "before").symlink_to(tmp_path / "home")
    do_all(list(install(tmp_path, Display.CAGE, tmp_path / "home")))
    folder = tmp_path / "etc/systemd/system"
    for file in folder.rglob("*"):
        if file.is_file():
            file.write_text(file.read_text().replace("/usr/bin/cage", "/bin/true"))
    units = [*folder.glob("*.service"), *folder.glob("*.path")]
    verified = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    # systemd before 254 has no RestartMode, and does without.
    complaints = [line for line in verified.stderr.splitlines() if "Unknown key 'RestartMode'" not in line]
    assert (verified.returncode, complaints) == (0, [])
    words: list[str | Path] = ["systemd-analyze", "security", "--offline=true", "--threshold=30", folder / UNIT]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
