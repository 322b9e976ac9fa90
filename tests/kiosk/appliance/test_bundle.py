"""A release: found, verified, copied; what is damaged or does not belong to it is refused in one sentence."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import small_release

from kiosk.appliance.bundle import SUMS, find, take, verify
from kiosk.appliance.steps import InstallError


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return small_release.release(tmp_path / "stick" / "dice-table-0.2.0", "numpy-2.0")


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


def test_what_a_mac_or_a_copy_leaves_beside_a_release_harms_nothing_and_is_not_taken(
    release: Path, tmp_path: Path
) -> None:
    kept = {file.name for file in release.iterdir()}
    for name in kept:
        (release / f"._{name}").write_bytes(b"\0\5\x16\7")
    (release / ".DS_Store").write_bytes(b"Bud1")
    (release / "dice_table-0.2.0-py3-none-any (1).whl").write_bytes(b"half of it")
    made_by_zip = release.parent / "__MACOSX" / release.name
    shutil.copytree(release, made_by_zip, ignore=shutil.ignore_patterns("[!.]*"))
    assert find([release.parent]) == release
    verify(release)
    take(release, tmp_path / "taken").do()
    assert {file.name for file in (tmp_path / "taken").iterdir()} == kept
    (release / "numpy-2.0-py3-none-any.whl").unlink()
    with pytest.raises(OSError, match=r"numpy-2\.0"):
        take(release, tmp_path / "taken").do()
    assert not (tmp_path / "taken").exists(), "nothing stays of what is damaged"


@pytest.mark.parametrize("within", ["dice-table-0.2.0", "Nouveau dossier (2)/\u0394\u03af\u03c3\u03ba\u03bf\u03c2"])
def test_a_release_in_a_folder_in_a_folder_is_found(release: Path, within: str) -> None:
    stick = release.parent
    shutil.move(release, stick / "moved")
    (stick / within).mkdir(parents=True)
    shutil.move(stick / "moved", stick / within / release.name)
    assert find([stick]) == stick / within / release.name


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes among its files")
@pytest.mark.timeout(10)
@pytest.mark.parametrize("name", ["numpy-2.0-py3-none-any.whl", SUMS])
@pytest.mark.parametrize(
    "put",
    [
        os.mkfifo,
        lambda file: file.symlink_to("/dev/zero"),
        lambda file: file.symlink_to(file.parents[2] / "same"),
        lambda file: os.truncate(os.open(file, os.O_CREAT | os.O_WRONLY), 1 << 40),
    ],
    ids=["pipe", "endless", "elsewhere", "huge"],
)
def test_what_is_no_file_or_has_no_end_is_damage_and_not_waited_for(
    release: Path, tmp_path: Path, put: Callable[[Path], object], name: str
) -> None:
    shutil.move(release / name, tmp_path / "same")
    put(release / name)
    with pytest.raises(InstallError, match="damaged"):
        verify(release)
    with pytest.raises(InstallError, match="damaged"):
        take(release, tmp_path / "taken").do()


def test_links_are_not_followed_and_one_stick_that_fails_does_not_hide_another(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "dice-table-9").symlink_to(release)
    (other / "round").symlink_to(other)
    assert find([other]) is None
    listed, pulled = os.scandir, str(other)

    def scandir(place: str | Path) -> object:
        if str(place) == pulled:
            raise OSError(5, "Input/output error", place)
        return listed(place)

    monkeypatch.setattr(os, "scandir", scandir)
    assert find([other, release.parent]) == release
    with pytest.raises(OSError, match="Input/output"):
        find([other])


def test_the_newest_is_found_by_its_number(release: Path) -> None:
    stick = release.parent
    assert find([stick]) == find([release]) == release
    newer = small_release.release(stick / "dice-table-0.10.0")
    assert find([stick]) == newer
    assert find([stick / "none"]) is None
