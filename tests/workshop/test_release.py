"""The release command: what it makes of a checkout, twice, byte for byte; what it pins."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from kiosk.appliance.bundle import EXTRA, SUMS, digest, verify
from workshop import release

HOUSE = Path(__file__).resolve().parents[2]
PINNED = re.compile(r"([a-z0-9-]+)==\S+ --hash=sha256:[0-9a-f]{64}")


def named(requirement: str) -> str:
    return re.split(r"[<>=\[]", requirement)[0]


def small_wheel(folder: Path) -> Path:
    """A wheel to be needed: a real one, for pip reads it."""
    folder.mkdir()
    file = folder / "needed-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("needed.py", "")
        packed.writestr("needed-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: needed\nVersion: 1.0\n")
        packed.writestr("needed-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: t\nTag: py3-none-any\n")
        packed.writestr("needed-1.0.dist-info/RECORD", "")
    return file


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The house itself, with one small wheel to be needed."""
    folder = tmp_path / "checkout"
    left_out = shutil.ignore_patterns(".*", "tests", "__pycache__", "dist", "build", "*.onnx", "*.npz")
    shutil.copytree(HOUSE, folder, ignore=left_out)
    needed = small_wheel(tmp_path / "index")
    (folder / release.PINS).write_text(f"needed==1.0 --hash=sha256:{digest(needed)}\n")
    monkeypatch.setenv("PIP_FIND_LINKS", str(needed.parent))
    return folder


def test_a_release_made_twice_is_the_same_bytes(checkout: Path, tmp_path: Path) -> None:
    first = release.build(checkout, tmp_path / "first")
    verify(first)
    for file in checkout.rglob("*.py"):
        file.touch()
    second = release.build(checkout, tmp_path / "second")
    assert sorted(file.name for file in first.iterdir()) == [
        SUMS,
        f"dice_table-{first.name.removeprefix('dice-table-')}-py3-none-any.whl",
        "needed-1.0-py3-none-any.whl",
    ]
    for file in first.iterdir():
        assert file.read_bytes() == (second / file.name).read_bytes()


def test_a_wheel_that_is_not_the_pinned_one_is_refused(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / release.PINS).write_text(f"needed==1.0 --hash=sha256:{'0' * 64}\n")
    assert release.main([str(tmp_path / "out"), "--checkout", str(checkout)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("pip download failed (ERROR: ")
    assert "MATCH" in said


def test_outside_a_checkout_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--checkout", str(tmp_path)]) == 1
    assert "is no checkout" in capsys.readouterr().err


def test_all_that_the_program_needs_is_pinned_once_with_its_checksum() -> None:
    lines = [line for line in (HOUSE / release.PINS).read_text().splitlines() if not line.startswith("#")]
    pinned = [PINNED.fullmatch(line) for line in lines]
    assert None not in pinned
    names = [line[1] for line in pinned if line is not None]
    assert len(names) == len(set(names))
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = *project["dependencies"], *project["optional-dependencies"][EXTRA], release.INSTALLER
    assert {named(one) for one in wanted} <= set(names)


def test_the_uplink_needs_nothing_that_a_release_lacks() -> None:
    """Of all that was imported for it, whatever is of a package that the project names is pinned."""
    loads = "import sys, league.uplink.uplink, league.uplink.lamps"
    told = loads + "; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=HOUSE)
    packages = packages_distributions()
    needed = {one.lower() for name in loaded.stdout.split() for one in packages.get(name, ())} - {"dice-table"}
    pinned = {line.partition("==")[0] for line in (HOUSE / release.PINS).read_text().splitlines()}
    assert "paho-mqtt" in needed
    assert {one.replace("_", "-") for one in needed} <= pinned
