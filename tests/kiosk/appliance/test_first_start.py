"""The first start, on a root folder: with the system's commands as stand-ins, and all else for real."""

import ensurepip
import os
import stat
import subprocess
import sys
import threading
import time
from email.utils import formatdate
from pathlib import Path

import numpy as np
import pytest
from small_release import wheel
from waiting import until

from kiosk.appliance.card import first_start
from kiosk.appliance.card.first_start import FirstStart, paint
from kiosk.appliance.card.pictures import FAULTS, STAGES, pictures
from workshop.release import write_sums

SYSTEM = """#!/bin/sh
echo "$(basename "$0") $*" >> "{log}"
fault="{fails}/$(basename "$0")-$(echo "$*" | grep -Eo 'update|install|pending' | head -1)"
test ! -e "$fault" || ( . "$fault"; exit 1 )
"""


class System:
    """Stand-ins for what only a running system has; they note what they are asked."""

    def __init__(self, folder: Path) -> None:
        self.bin, self._log, self._fails = folder / "bin", folder / "asked", folder / "fails"
        self.bin.mkdir(parents=True)
        self._fails.mkdir()
        for name in ("systemctl", "apt-get", "dpkg", "date"):
            file = self.bin / name
            file.write_text(SYSTEM.format(log=self._log, fails=self._fails))
            file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def break_down(self, what: str, then: str = "") -> Path:
        """Let a command fail, and do something as it does."""
        (self._fails / what).write_text(then)
        return self._fails / what

    @property
    def asked(self) -> list[str]:
        return self._log.read_text().splitlines() if self._log.exists() else []


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    made = System(tmp_path / "system")
    monkeypatch.setenv("PATH", f"{made.bin}{os.pathsep}{os.environ['PATH']}")
    return made


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_start, "missing", lambda: ["python3-picamera2"])


@pytest.fixture
def small_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of what pip installs, which takes seconds."""

    def program(start: FirstStart) -> None:
        (start.home / "bin").mkdir(parents=True)
        (start.home / "bin" / "dice-table").symlink_to("/bin/true")

    monkeypatch.setattr(FirstStart, "program", program)


@pytest.fixture
def start(tmp_path: Path) -> FirstStart:
    """A card with pip's real wheel, and a small program."""
    seed, root = tmp_path / "dice-table", tmp_path / "root"
    (seed / "wheels").mkdir(parents=True)
    root.mkdir()
    pip = next((Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"), None)
    if pip is None:
        pip = next(Path("/usr/share/python-wheels").glob("pip-*.whl"))
    (seed / "wheels" / pip.name).write_bytes(pip.read_bytes())
    # It notes beside itself how it was called, and needs something in a league.
    source = "import sys\ndef main():\n    open(sys.argv[0] + '.asked', 'a').write(' '.join(sys.argv[1:]))\n"
    wheel(seed / "wheels", "dice_table-1.0", source, extra="needed")
    wheel(seed / "wheels", "needed-1.0")
    write_sums(seed / "wheels")
    (seed / "config.toml").write_text('language = "fr"\n')
    (seed / "first_start.py").touch()
    return FirstStart(seed, root, again_s=0.01)


def test_from_a_card_that_was_written_over_to_the_service_stage_by_stage(start: FirstStart, system: System) -> None:
    versions = start.root / "opt" / "dice-table.versions"
    (versions / "2").mkdir(parents=True)
    start.home.symlink_to(versions / "2")
    assert start.run() == 0, (start.seed / "log.txt").read_text()
    assert list(dict.fromkeys(start.shown)) == list(STAGES)
    assert (start.home / "bin" / "dice-table.asked").read_text() == "service install"
    assert (start.root / "etc/dice-table/config.toml").read_text() == 'language = "fr"\n'
    assert not start.wheels.exists(), "the partition has room for the system's kernels again"
    for service in first_start.LISTENING:
        assert f"systemctl disable --now {service}.socket {service}.service" in system.asked
    assert system.asked[-1] == f"systemctl disable {first_start.UNIT}"
    assert (start.seed / "log.txt").read_text().splitlines()[-1] == "done"
    own_pip = subprocess.run([start.home / "bin/python", "-m", "pip", "--version"], capture_output=True, check=True)
    assert str(start.home).encode() in own_pip.stdout, "upgrades need it"
    assert [*(versions / "1").rglob("needed.py")], "it can tell lamps"
    assert [place.name for place in versions.iterdir()] == [start.home.resolve().name] == ["1"]


def test_a_flipped_byte_is_told_before_anything_is_installed(start: FirstStart, system: System) -> None:
    damaged = start.wheels / "dice_table-1.0-py3-none-any.whl"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"\xff")
    assert start.run() == 1
    assert start.shown == ["files", "damaged"]
    assert not start.home.exists()
    assert system.asked == []


@pytest.mark.usefixtures("lacking", "small_program")
def test_without_a_network_it_waits_and_goes_on_by_itself(start: FirstStart, system: System) -> None:
    cut = system.break_down("apt-get-update")
    working = threading.Thread(target=start.run)
    working.start()
    until("the picture that says so", lambda: "network" in start.shown)
    assert len([line for line in system.asked if line.endswith("update")]) >= first_start.PATIENCE
    until("another look", lambda: len(system.asked) > first_start.PATIENCE + 1)
    cut.unlink()
    working.join(60)
    log = (start.seed / "log.txt").read_text().splitlines()
    assert len(log) == len(set(log)), "it may wait for days"
    assert start.shown[-1] == "table"
    assert start.shown.count("network") == 1
    fetched = [line for line in system.asked if line.startswith("apt-get")]
    assert fetched[-1].endswith("install --fix-broken --yes --no-install-recommends python3-picamera2")


BEHIND = """cat <<END
Answer for: http://deb.debian.org/debian/dists/trixie/InRelease
HTTP/1.1 200 OK
date: {date}

E: The repository 'http://deb.debian.org/debian trixie InRelease' is not signed: Not live until 2026-11-14T08:58:38Z
END"""


@pytest.mark.usefixtures("lacking")
def test_a_clock_that_is_behind_is_set_by_what_the_mirror_tells_and_said_so(start: FirstStart, system: System) -> None:
    now = int(time.time()) + 90 * 86400
    system.break_down("apt-get-update", f'rm "$fault"; {BEHIND.format(date=formatdate(now, usegmt=True))}')
    start.packages()
    assert start.shown == ["clock", "packages"]
    assert [line for line in system.asked if line.startswith("date ")] == [f"date --utc --set @{now}"]
    log = (start.seed / "log.txt").read_text()
    assert "Not live until" in log
    assert "Answer for" not in log


@pytest.mark.usefixtures("lacking")
def test_a_clock_behind_the_cards_own_date_is_set_to_that_where_no_mirror_answers(
    start: FirstStart, system: System
) -> None:
    written = int(time.time()) + 86400
    os.utime(start.seed / "first_start.py", (written, written))
    system.break_down("apt-get-update", 'rm "$fault"')
    start.packages()
    assert f"date --utc --set @{written}" in system.asked


@pytest.mark.usefixtures("lacking")
def test_a_mirror_that_answers_is_no_missing_network_and_a_time_server_is_believed(
    start: FirstStart, system: System
) -> None:
    synchronised = start.root / first_start.SYNCHRONISED
    synchronised.parent.mkdir(parents=True)
    synchronised.touch()
    fault = system.break_down("apt-get-update", BEHIND.format(date="Sun, 16 Nov 2025 10:00:00 GMT"))
    working = threading.Thread(target=start.packages)
    working.start()
    until("the picture that says so", lambda: "packages_fault" in start.shown)
    fault.unlink()
    working.join(60)
    assert start.shown == ["packages_fault", "packages"]
    assert not [line for line in system.asked if line.startswith("date ")]


@pytest.mark.usefixtures("lacking")
def test_a_network_that_goes_while_it_fetches_is_waited_for(start: FirstStart, system: System) -> None:
    once = 'rm "$fault"'
    system.break_down("apt-get-install", f"""{once}; echo '{once}' > "${{fault%install}}update\"""")
    start.packages()
    asked = [next(word for word in ("update", "pending", "install") if word in line) for line in system.asked]
    assert asked == ["update", "pending", "install", "update", "update", "pending", "install"]


@pytest.mark.usefixtures("lacking", "small_program")
def test_what_breaks_has_a_picture_and_the_next_start_begins_anew(start: FirstStart, system: System) -> None:
    broken = system.break_down("apt-get-install")
    assert start.run() == 1
    assert start.shown[-1] == "packages_fault"
    assert {name for name in start.shown if name not in STAGES} <= FAULTS.keys()
    broken.unlink()
    assert start.run() == 0


def test_the_script_stands_alone(tmp_path: Path) -> None:
    """The system's Python runs it where nothing of ours is installed."""
    source = Path(str(first_start.__spec__.origin)).read_text(encoding="utf-8")
    (tmp_path / "first_start.py").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", tmp_path / "first_start.py", "--help"], check=True, capture_output=True
    )
    assert b"--picture" in done.stdout


@pytest.mark.parametrize(("across", "down", "depth"), [(1280, 480, 16), (720, 1280, 32)])
def test_a_picture_fits_any_screen(tmp_path: Path, across: int, down: int, depth: int) -> None:
    (tmp_path / f"picture.{depth}").write_bytes(pictures("en")[f"damaged.{depth}"])
    stride = across * depth // 8 + 64
    for name, fact in (("virtual_size", f"{across},{down}"), ("bits_per_pixel", depth), ("stride", stride)):
        (tmp_path / name).write_text(f"{fact}\n")
    screen = tmp_path / "fb0"
    screen.write_bytes(bytes(stride * down))
    paint(tmp_path / "picture", screen, tmp_path)
    rows = np.frombuffer(screen.read_bytes(), np.uint8).reshape(down, stride)
    if depth == 32:
        seen = rows[:, : across * 4].reshape(down, across, 4)[..., 2].astype(int)
    else:
        seen = (rows[:, : across * 2].copy().view("<u2") >> 11).astype(int) * 8
    shown = round(720 * min(across / 1280, down / 720))
    top = (down - shown) // 2
    plate = np.argwhere(seen[top : top + shown // 5] > 200)
    assert len(plate) > 0.05 * across * shown
    assert abs((plate[:, 1].min() + plate[:, 1].max()) / 2 - across / 2) < 0.02 * across
    assert seen[:top].max(initial=0) < 40
    assert not rows[:, across * depth // 8 :].any()
