"""A release: found, verified, copied; what is damaged or does not belong to it is refused in one sentence."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from kiosk.appliance.bundle import SUMS, Take, find, verify, write_sums
from kiosk.appliance.steps import InstallError


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return made(tmp_path / "stick" / "dice-table-0.2.0", "0.2.0")


def made(folder: Path, version: str) -> Path:
    folder.mkdir(parents=True)
    (folder / f"dice_table-{version}-py3-none-any.whl").write_bytes(b"the program")
    (folder / "numpy-2.0-py3-none-any.whl").write_bytes(b"numbers")
    write_sums(folder)
    return folder


def test_a_whole_release_is_vouched_for_by_sha256sum_too(release: Path) -> None:
    verify(release)
    if (sha256sum := shutil.which("sha256sum")) is not None:
        subprocess.run([sha256sum, "--check", "--strict", "--quiet", SUMS], cwd=release, check=True)


@pytest.mark.parametrize("name", ["dice_table-0.2.0-py3-none-any.whl", "numpy-2.0-py3-none-any.whl", SUMS])
def test_every_single_byte_counts(release: Path, name: str) -> None:
    whole = (release / name).read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 16)):
        (release / name).write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(InstallError):
            verify(release)


def test_a_wheel_that_is_missing_or_does_not_belong_is_named(release: Path) -> None:
    stranger = release / "numpy-9.9-py3-none-any.whl"
    stranger.write_bytes(b"")
    with pytest.raises(InstallError, match=r"numpy-9\.9.* is not of this release"):
        verify(release)
    stranger.unlink()
    (release / "numpy-2.0-py3-none-any.whl").unlink()
    with pytest.raises(InstallError, match=r"numpy-2\.0.* cannot be read"):
        verify(release)


def test_the_newest_is_found_by_its_number(release: Path) -> None:
    stick = release.parent
    assert find([stick]) == find([release]) == release
    newer = made(stick / "dice-table-0.10.0", "0.10.0")
    assert find([stick]) == newer
    assert find([stick / "none", stick.parent]) is None


def test_what_is_copied_was_verified_and_nothing_stays_of_what_is_damaged(release: Path, tmp_path: Path) -> None:
    target = tmp_path / "taken"
    Take(release, target).do()
    assert {file.name: file.read_bytes() for file in target.iterdir()} == {
        file.name: file.read_bytes() for file in release.iterdir()
    }
    (release / "numpy-2.0-py3-none-any.whl").write_bytes(b"Numbers")
    with pytest.raises(InstallError, match="damaged"):
        Take(release, target).do()
    assert not target.exists()
