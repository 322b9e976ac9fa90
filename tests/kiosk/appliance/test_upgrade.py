"""An upgrade and the way back, with programs as small as they can be, in real virtual environments by the real pip."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
import small_release

from kiosk.appliance.install import DATA, SETTINGS
from kiosk.appliance.steps import InstallError, InstallStep
from kiosk.appliance.upgrade import back, before, fetch, fresh, make, swap, tidy, versions
from kiosk.match.database import SCHEMA_VERSION
from kiosk.match.journal import JOURNAL
from kiosk.settings.config_file import FORMAT
from workshop.release import write_sums


def wheel(folder: Path, version: str, *, code: int = 0) -> Path:
    """A program that tells which it is; its extra needs what only a release has."""
    source = f"def main():\n    import sys\n    print(sys.argv[1:], {version!r})\n    sys.exit({code})\n"
    return small_release.wheel(folder, f"dice_table-{version}", source, module="kiosk", extra="needed")


def release(stick: Path, version: str) -> Path:
    """What the release command makes, as it lies on a stick."""
    folder = stick / f"dice-table-{version}"
    folder.mkdir(parents=True)
    wheel(folder, version)
    small_release.wheel(folder, "needed-1.0")
    write_sums(folder)
    return folder


def told(home: Path) -> str:
    return subprocess.run(
        [home / "bin/dice-table", "hello"], capture_output=True, text=True, check=False
    ).stdout.strip()


def do(steps: Iterable[InstallStep]) -> None:
    """All but what only a running system can do."""
    for step in steps:
        if not step.line.startswith(("run systemctl", "run sync")):
            step.do()


def upgrade(home: Path, source: Path) -> None:
    place = fresh(home)
    do(make(home, source, place))
    do(swap(home, place))
    do(tidy(home))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of version 1, as somebody installs it by hand in /opt; to be copied there for each test."""
    home = tmp_path_factory.mktemp("opt") / "dice-table"
    first = versions(home) / "1"
    subprocess.run([sys.executable, "-m", "venv", first], check=True)
    pip = (first / "bin/pip", "install", "-qq", "--no-index", wheel(home.parent, "1.0"))
    subprocess.run(pip, check=True)
    home.symlink_to(first)
    subprocess.run(["cp", "--archive", versions(home), home.with_name("kept")], check=True)
    return home


@pytest.fixture
def home(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(small_release.wheel(installed.parent, "needed-1.0").parent))
    shutil.rmtree(versions(installed))
    subprocess.run(["cp", "--archive", installed.with_name("kept"), versions(installed)], check=True)
    installed.unlink()
    installed.symlink_to(versions(installed) / "1")
    return installed


def test_a_newer_version_takes_the_place_and_the_one_before_is_kept(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PIP_FIND_LINKS")
    release(tmp_path / "stick", "2.0")
    place = fresh(home)
    do(make(home, tmp_path / "stick", place))
    assert told(home) == "['hello'] 1.0", "the table goes on while the newer one is made"
    do(swap(home, place))
    assert told(home) == "['hello'] 2.0"
    assert [*home.glob("lib/python*/site-packages/needed.py")], "it can tell lamps"
    for expected in ("1.0", "2.0", "1.0"):  # back from the way back
        do(back(home, tmp_path))
        assert told(home) == f"['hello'] {expected}"


def test_what_does_not_start_or_cannot_be_installed_never_comes_near_the_table(home: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    file = release(stick, "2.0") / "dice_table-2.0-py3-none-any.whl"
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    with pytest.raises(InstallError, match="damaged"):
        upgrade(home, stick)
    with pytest.raises(InstallError, match=r"config check failed"):
        upgrade(home, wheel(tmp_path, "2.0", code=1))
    with pytest.raises(InstallError, match=r"pip .* failed \(ERROR"):
        upgrade(home, tmp_path / "no-such.whl")
    with pytest.raises(InstallError, match="leads to no version"):
        upgrade(tmp_path, tmp_path / "no-such.whl")
    assert told(home) == "['hello'] 1.0"
    do(tidy(home))
    assert [place.name for place in versions(home).iterdir()] == ["1"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A table's files, and two programs of which this one is the one before."""
    for place in (DATA, SETTINGS.parent, Path("opt/dice-table.versions/1"), Path("opt/dice-table.versions/2")):
        (tmp_path / place).mkdir(parents=True)
    for name, target in (("before", "1"), ("../dice-table", "dice-table.versions/2")):
        (tmp_path / "opt/dice-table.versions" / name).symlink_to(target)
    return tmp_path


def journal(file: Path, schema: int, note: str) -> None:
    with closing(sqlite3.connect(file)) as made:
        made.executescript(
            f"CREATE TABLE note (text); INSERT INTO note VALUES ('{note}'); PRAGMA user_version = {schema}"
        )


def noted(file: Path) -> str:
    with closing(sqlite3.connect(file)) as found:
        return str(found.execute("SELECT text FROM note").fetchone()[0])


def go_back(root: Path) -> None:
    do(step for step in back(root / "opt/dice-table", root) if not step.line.startswith("run "))


@pytest.mark.parametrize("named", [False, True])
def test_on_the_way_back_lie_matches_and_settings_that_the_older_one_understands(root: Path, named: bool) -> None:
    data, config = root / DATA, root / SETTINGS
    if named:
        data = root / "elsewhere"
        data.mkdir()
    newer, older = SCHEMA_VERSION + 1, SCHEMA_VERSION - 1
    journal(data / JOURNAL, newer, "new")
    journal(data / f"{JOURNAL}.schema-{older}-1", older, "old")
    written = f"format = {FORMAT + 1}\ngame = {{ of = ['a', 'newer'] }}\n" + (f"data = '{data}'\n" if named else "")
    config.write_text(written)
    config.with_name("config.toml.format-1").write_text("sound = true\n")
    go_back(root)
    assert noted(data / JOURNAL) == "old"
    assert noted(data / f"{JOURNAL}.schema-{newer}-1") == "new"
    assert config.read_text() == "sound = true\n"
    assert config.with_name(f"config.toml.format-{FORMAT + 1}-1").read_text() == written
    assert (root / "opt/dice-table").resolve().name == "1"
    assert before(root / "opt/dice-table").resolve().name == "2"


@pytest.mark.parametrize("settings", ["", "format = true\ndata = 5\n", "format = '9'\n", "data = " + "[" * 5000, "\0"])
def test_matches_that_both_understand_stay_whatever_is_in_the_settings(root: Path, settings: str) -> None:
    journal(root / DATA / JOURNAL, SCHEMA_VERSION, "since")
    (root / SETTINGS).write_text(settings)
    go_back(root)
    assert noted(root / DATA / JOURNAL) == "since"
    assert (root / SETTINGS).read_text() == settings


def test_the_checkout_is_brought_up_to_date_as_its_owner(tmp_path: Path) -> None:
    assert list(fetch(tmp_path)) == []
    (tmp_path / ".git").mkdir()
    [step] = fetch(tmp_path)
    assert step.line.startswith(f"run runuser -u {tmp_path.owner()} -- ")
    assert step.line.endswith(" pull --ff-only --quiet")
