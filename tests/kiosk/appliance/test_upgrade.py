"""An upgrade: made and tried beside the table, put in its place, undone; whatever fails, the table stays as it was."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from contextlib import closing
from enum import StrEnum
from pathlib import Path

import pytest

from kiosk.appliance.bundle import write_sums
from kiosk.appliance.steps import InstallError, Run, Step
from kiosk.appliance.upgrade import back, discard, fetch, make, swap
from kiosk.appliance.versions import OURS, Versions, versions_of

HOUSE = Path(__file__).resolve().parents[3]
PROGRAM = """import sys
print(sys.argv[1:], {version!r})
sys.exit({code})
"""
# What programs of the first layout, which still run at tables, ask each other.
FIRST_ASK = (
    "from kiosk.config_file import FORMAT; from kiosk.database import SCHEMA_VERSION; print(SCHEMA_VERSION, FORMAT)"
)


class Layout(StrEnum):
    """Where a program's modules lie, and what it answers."""

    FIRST = "first"
    MOVED = "moved"
    """In folders, and no command tells the versions."""
    TODAY = "today"
    """The command tells them, and the modules may lie anywhere: here they are nowhere else."""


def modules(layout: Layout, schema: int, form: int) -> dict[str, str]:
    """The modules that know what a program can read."""
    journal, settings = f"SCHEMA_VERSION = {schema}\n", f"FORMAT = {form}\n"
    if layout is Layout.FIRST:
        return {"kiosk/database.py": journal, "kiosk/config_file.py": settings}
    if layout is Layout.MOVED:
        return {"kiosk/match/database.py": journal, "kiosk/settings/config_file.py": settings}
    answer = f"import sys\nif sys.argv[1:] == ['config', 'versions']:\n    print({str(Versions(schema, form))!r})\n"
    return {"kiosk/__main__.py": answer}


def wheel(
    folder: Path, version: str, *, schema: int = 2, form: int = 2, code: int = 0, layout: Layout = Layout.TODAY
) -> Path:
    """A program that can read so much, and tells which it is."""
    file = folder / f"dice_table-{version}-py3-none-any.whl"
    info = f"dice_table-{version}.dist-info"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(
            "kiosk/__init__.py",
            f"def main():\n    {'; '.join(PROGRAM.splitlines())}\n".format(version=version, code=code),
        )
        for module, text in modules(layout, schema, form).items():
            packed.writestr(module, text)
        extra = 'Provides-Extra: uplink\nRequires-Dist: needed; extra == "uplink"\n'
        packed.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: dice-table\nVersion: {version}\n{extra}")
        packed.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        packed.writestr(f"{info}/entry_points.txt", "[console_scripts]\ndice-table = kiosk:main\n")
        packed.writestr(f"{info}/RECORD", "")
    return file


def release(stick: Path, version: str) -> Path:
    """What the release command makes, as it lies on a stick."""
    folder = stick / f"dice-table-{version}"
    folder.mkdir(parents=True)
    wheel(folder, version)
    with zipfile.ZipFile(folder / "needed-1.0-py3-none-any.whl", "w") as packed:
        packed.writestr("needed.py", "")
        packed.writestr("needed-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: needed\nVersion: 1.0\n")
        packed.writestr("needed-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nTag: py3-none-any\n")
        packed.writestr("needed-1.0.dist-info/RECORD", "")
    write_sums(folder)
    return folder


def told(home: Path) -> str:
    return subprocess.run(
        [home / "bin/dice-table", "hello"], capture_output=True, text=True, check=False
    ).stdout.strip()


def do(steps: Iterable[Step]) -> None:
    """All but what only a running system can do."""
    for step in steps:
        if not (isinstance(step, Run) and step.words[0] in {"systemctl", "sync"}):
            step.do()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of version 1 in /opt, so to speak; to be copied back there for each test."""
    place = tmp_path_factory.mktemp("opt")
    home = place / "dice-table"
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    program = wheel(place, "1.0", schema=1, form=1, layout=Layout.FIRST)
    subprocess.run([home / "bin/python", "-m", "pip", "install", "-qq", "--no-index", program], check=True)
    subprocess.run(["cp", "--archive", home, place / "kept"], check=True)
    return home


@pytest.fixture
def home(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    for name in ("dice-table", "dice-table.new", "dice-table.before"):
        shutil.rmtree(installed.with_name(name), ignore_errors=True)
    subprocess.run(["cp", "--archive", installed.with_name("kept"), installed], check=True)
    return installed


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def journal(file: Path, schema: int, note: str) -> None:
    with closing(sqlite3.connect(file)) as made:
        made.executescript(
            f"CREATE TABLE note (text); INSERT INTO note VALUES ('{note}'); PRAGMA user_version = {schema}"
        )


def noted(file: Path) -> str:
    with closing(sqlite3.connect(file)) as found:
        return str(found.execute("SELECT text FROM note").fetchone()[0])


def test_a_newer_version_takes_the_place_and_the_one_before_is_kept(home: Path, data: Path, tmp_path: Path) -> None:
    do(make(home, wheel(tmp_path, "2.0")))
    assert told(home) == "['hello'] 1.0", "the table goes on while the newer one is made"
    do(swap(home, tmp_path))
    assert told(home) == "['hello'] 2.0"
    do(back(home, data, data / "config.toml", tmp_path))
    assert told(home) == "['hello'] 1.0"
    do(back(home, data, data / "config.toml", tmp_path))
    assert told(home) == "['hello'] 2.0", "back from the way back"


def test_the_newest_release_of_a_stick_is_taken_and_there_is_a_way_back(home: Path, data: Path, tmp_path: Path) -> None:
    for version in ("1.9.0", "1.10.0"):
        release(tmp_path / "stick", version)
    do(make(home, tmp_path / "stick"))
    do(swap(home, tmp_path))
    assert told(home) == "['hello'] 1.10.0"
    assert [*home.rglob("needed.py")], "it can join a league"
    do(back(home, data, data / "config.toml", tmp_path))
    assert told(home) == "['hello'] 1.0"
    assert not home.with_name("dice-table.release").exists()


@pytest.mark.parametrize("damaged", ["dice_table-2.0-py3-none-any.whl", "SHA256SUMS"])
def test_a_release_with_a_flipped_byte_is_refused(home: Path, tmp_path: Path, damaged: str) -> None:
    file = release(tmp_path, "2.0") / damaged
    content = bytearray(file.read_bytes())
    content[10] ^= 1
    file.write_bytes(content)
    with pytest.raises(InstallError, match="damaged"):
        do(make(home, tmp_path))
    assert told(home) == "['hello'] 1.0"
    assert not home.with_name("dice-table.new").exists()
    assert not home.with_name("dice-table.release").exists()


def test_the_same_version_is_installed_once_more(home: Path, tmp_path: Path) -> None:
    do(make(home, wheel(tmp_path, "1.0", schema=7)))
    do(swap(home, tmp_path))
    assert versions_of(home) == Versions(7, 2)


def test_a_version_that_does_not_start_never_comes_near_the_table(home: Path, tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"config check failed"):
        do(make(home, wheel(tmp_path, "2.0", code=1)))
    do(discard(home))
    assert told(home) == "['hello'] 1.0"
    assert not home.with_name("dice-table.new").exists()


def test_what_cannot_be_installed_says_so(home: Path, tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"pip install .* failed \(ERROR"):
        do(make(home, tmp_path / "no-such.whl"))
    with pytest.raises(InstallError, match="no virtual environment"):
        do(make(tmp_path, tmp_path / "no-such.whl"))


def test_on_the_way_back_lie_matches_and_settings_that_the_older_one_understands(
    home: Path, data: Path, tmp_path: Path
) -> None:
    do(make(home, wheel(tmp_path, "2.0")))
    do(swap(home, tmp_path))
    path, config = data / "matches.sqlite3", data / "config.toml"
    journal(path, 2, "new")
    journal(data / "matches.sqlite3.schema-1-1", 1, "old")
    config.write_text("format = 2\n")
    (data / "config.toml.format-1").write_text("sound = true\n")
    do(back(home, data, config, tmp_path))
    assert noted(path) == "old"
    assert noted(data / "matches.sqlite3.schema-2-1") == "new"
    assert config.read_text() == "sound = true\n"
    assert (data / "config.toml.format-2-1").read_text() == "format = 2\n"


@pytest.mark.parametrize("layout", Layout)
def test_a_program_of_any_age_says_what_it_can_read(home: Path, tmp_path: Path, layout: Layout) -> None:
    do(make(home, wheel(tmp_path, "2.0", schema=5, form=4, layout=layout)))
    do(swap(home, tmp_path))
    assert versions_of(home) == Versions(5, 4)
    assert versions_of(home.with_name("dice-table.before")) == Versions(1, 1), "where it is not run from otherwise"


def test_a_program_that_does_not_start_is_not_taken_back(home: Path, data: Path, tmp_path: Path) -> None:
    do(make(home, wheel(tmp_path, "2.0")))
    do(swap(home, tmp_path))
    shutil.rmtree(next(home.with_name("dice-table.before").glob("lib/python*/site-packages")) / "kiosk")
    with pytest.raises(InstallError, match="before does not start"):
        do(back(home, data, data / "config.toml", tmp_path))
    assert told(home) == "['hello'] 2.0"


def test_a_program_of_the_first_layout_finds_in_ours_what_it_asks_for(tmp_path: Path) -> None:
    """So that its own way back leads to us again."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    beside = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    shutil.copytree(HOUSE / "kiosk", tmp_path / "kiosk", ignore=shutil.ignore_patterns("__pycache__"))
    for source, place in beside.items():
        if source.startswith("kiosk/"):
            shutil.copy(HOUSE / source, tmp_path / place)
    done = subprocess.run(
        [sys.executable, "-P", "-c", FIRST_ASK],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == ([str(OURS.journal), str(OURS.settings)], "")


def test_matches_that_both_understand_stay(home: Path, data: Path, tmp_path: Path) -> None:
    do(make(home, wheel(tmp_path, "2.0", schema=1, form=1)))
    do(swap(home, tmp_path))
    journal(data / "matches.sqlite3", 1, "since")
    do(back(home, data, data / "config.toml", tmp_path))
    assert noted(data / "matches.sqlite3") == "since"


def test_without_an_upgrade_there_is_no_way_back(home: Path, data: Path) -> None:
    with pytest.raises(InstallError, match="no way back"):
        do(back(home, data, data / "config.toml"))


def test_the_checkout_is_brought_up_to_date_as_its_owner(tmp_path: Path) -> None:
    assert list(fetch(tmp_path)) == []
    (tmp_path / ".git").mkdir()
    [step] = fetch(tmp_path)
    assert step.words[:4] == ("runuser", "-u", tmp_path.owner(), "--")
    assert step.words[-3:] == ("pull", "--ff-only", "--quiet")
