"""An upgrade that is killed at any moment, or shows no picture: the table starts, and the way back is open.

The command is the real one, killed (SIGKILL) before each thing that it does to the disk and each command that it runs.
What it runs is made up: programs that only say which they are, pip, systemd.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kiosk.appliance.upgrade import before, versions
from kiosk.commands.base import app

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there is an appliance")

PYTHON = """#!/bin/sh
# Of a virtual environment that is made up; it lies in its folder "bin".
home=$(dirname $(dirname $0))
case "$*" in
*"-m venv"*)
    for place; do :; done
    mkdir $place; cp -R $home/. $place
    if [ "$BROKEN" = venv ]; then rm $place/bin/python; kill -9 $PPID; fi ;;
*"-m pip"*)
    if [ "$BROKEN" = pip ]; then kill -9 $PPID; fi
    while [ "$1" != --python ]; do shift; done
    echo $NEWER >$(dirname $2)/../version ;;
*"--back") echo $home $* >>$home/../../asked ;;
esac
"""
PROGRAM = """#!/bin/sh
case "$*" in
hello) cat $(dirname $0)/../version ;;
"config check") [ "$BROKEN" != check ] || kill -9 $PPID ;;
"service install"*)
    home=$(dirname $(dirname $0))
    case "$BROKEN" in
    install) kill -9 $PPID ;;
    dark) exit 1 ;;
    back) ln -sfn $home.versions/1 $home ;;
    esac ;;
esac
"""
HOUSE = Path(__file__).resolve().parents[3]
DISK = {"os.symlink", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "subprocess.Popen"}
"""What Python tells its auditors of as it is about to do it."""


class Opt:
    """A folder such as /opt, with a table of version 1 in it; `say` is what the owner says."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self.wheel = folder / "dice-table", folder / "dice_table-2.whl"
        tools, first = folder / "tools", versions(self.home) / "1"
        for place, text in (
            (first / "bin/python", PYTHON),
            (first / "bin/dice-table", PROGRAM),
            (tools / "systemctl", f'#!/bin/sh\necho "$@" >>{folder}/asked\n'),
        ):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
            place.chmod(0o755)
        (first / "version").write_text("1\n")
        self.home.symlink_to(first)
        self.wheel.touch()
        self.asked = folder / "asked"
        monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
        monkeypatch.setattr("kiosk.appliance.install.this_home", lambda: self.home)
        monkeypatch.setattr("kiosk.appliance.install.may_change", lambda _root: True)
        self._monkeypatch = monkeypatch

    def plays(self) -> str:
        """Which version answers at the program's place in the unit."""
        return subprocess.run(
            [self.home / "bin/dice-table", "hello"], capture_output=True, text=True, check=True
        ).stdout.strip()

    def done(self, *words: str | Path, newer: str = "2") -> None:
        """Say what goes well."""
        said = self.say(*words, newer=newer)
        assert said.exit_code == 0, said.output

    def say(self, *words: str | Path, newer: str = "2", prefix: str = "", **environment: str) -> Result:
        if "--back" in words:  # by the version before, which the other one calls
            self._monkeypatch.setattr(sys, "prefix", prefix or str(before(self.home)))
        for name, value in {"NEWER": newer, "BROKEN": "", **environment}.items():
            self._monkeypatch.setenv(name, value)
        return CliRunner().invoke(app, ["service", "upgrade", *map(str, words)])

    def killed(self, moment: int, *words: str | Path, **environment: str) -> bool:
        """Say it and be killed before the n-th thing that is done; False if it was through before."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # other threads of this process do not matter there
            child = os.fork()
        if child == 0:
            sys.addaudithook(killer(moment))
            self.say(*words, **environment)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        return os.WIFSIGNALED(status)

    def well(self) -> None:
        """It plays, it can be gone back to version 1 if another plays, and a whole upgrade can be made, and undone."""
        assert self.plays() in {"1", "2"}
        if self.plays() == "2":
            self.done("--back")
        assert self.plays() == "1"
        self.done(self.wheel, newer="3")
        assert (self.plays(), version(before(self.home))) == ("3", "1")
        assert sorted(place.is_symlink() for place in versions(self.home).iterdir() if place.is_dir()) == [0, 0, 1]
        self.done("--back")
        assert (self.plays(), version(before(self.home))) == ("1", "3")


def version(home: Path) -> str:
    return (home / "version").read_text().strip()


def killer(moment: int) -> Callable[[str, tuple[object, ...]], None]:
    left = moment

    def heard(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_CREAT)
        if event in DISK or writes:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return heard


@pytest.fixture
def opt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opt:
    return Opt(tmp_path / "opt", monkeypatch)


def moments(opt: Opt, words: tuple[str | Path, ...], **environment: str) -> Iterator[int]:
    """Every moment at which it can be killed; afterwards all is again as it was before."""
    folder, kept = opt.home.parent, opt.home.parent.with_name("kept")
    shutil.copytree(folder, kept, symlinks=True)
    moment = 0
    while opt.killed(moment, *words, **environment):
        yield moment
        shutil.rmtree(folder)
        shutil.copytree(kept, folder, symlinks=True)
        moment += 1


def test_an_upgrade_that_is_killed_at_any_moment_leaves_a_table_that_starts_and_a_way_back(opt: Opt) -> None:
    opt.done(opt.wheel, newer="1")
    found = []
    for moment in moments(opt, (opt.wheel,)):
        found.append(opt.plays())
        if moment % 3 == 0 or found[-2:] == ["1", "2"]:
            opt.well()
    assert found == sorted(found), "it changes once"
    assert set(found) == {"1", "2"}


def test_the_way_back_that_is_killed_at_any_moment_can_be_gone_again(opt: Opt) -> None:
    opt.done(opt.wheel)
    found = []
    for moment in moments(opt, ("--back",)):
        found.append(opt.plays())
        if moment % 3 == 0 or found[-2:] == ["2", "1"]:
            opt.well()
    assert found == sorted(found, reverse=True), "it changes once"
    assert set(found) == {"1", "2"}


@pytest.mark.parametrize("broken", ["venv", "pip", "check", "install"])
def test_a_power_cut_in_the_middle_of_a_command_leaves_a_table_that_starts_and_a_way_back(
    opt: Opt, broken: str
) -> None:
    assert opt.killed(sys.maxsize, opt.wheel, BROKEN=broken)
    assert opt.plays() == ("2" if broken == "install" else "1")
    opt.well()


def test_a_newer_version_that_shows_no_picture_gives_its_place_back(opt: Opt) -> None:
    """Either the upgrade sees to it, or the unit did so meanwhile."""
    for broken, asked in (("dark", "start dice-table-back.service\n"), ("back", "")):
        opt.asked.write_text("")
        said = opt.say(opt.wheel, BROKEN=broken)
        assert (said.exit_code, "version before plays again" in said.output) == (1, True)
        assert opt.asked.read_text() == asked


def test_the_program_before_goes_back_itself(opt: Opt) -> None:
    opt.done(opt.wheel)
    assert opt.say("--back", prefix=sys.prefix).exit_code == 0
    assert opt.asked.read_text().splitlines()[-1] == f"{before(opt.home)} -P -m kiosk service upgrade --back"
    (before(opt.home) / "bin/python").write_text("#!/bin/sh\necho it is not there >&2; exit 1\n")
    said = opt.say("--back", prefix=sys.prefix)
    assert (said.exit_code, "it is not there" in said.output) == (1, True)
    assert opt.plays() == "2"


def test_a_version_has_three_starts_to_show_its_picture(opt: Opt) -> None:
    """As the unit counts them."""
    opt.done(opt.wheel)
    start, shown = (
        re.findall(r"^\w+=(/bin/.*trial)$", (HOUSE / "systemd" / unit).read_text(), re.MULTILINE)[0]
        .replace("/opt/dice-table", str(opt.home))
        .replace("$$", "$")
        for unit in ("dice-table-back.service", "dice-table-shown.service")
    )
    assert [subprocess.run(shlex.split(start), check=False).returncode for _ in range(4)] == [1, 1, 1, 0]
    subprocess.run(shlex.split(shown), check=True)
    assert not (versions(opt.home) / "trial").exists(), "the unit's condition: then it is tried again for ever"
    assert opt.say(opt.wheel, BROKEN="dark").exit_code == 1
    assert subprocess.run(shlex.split(start), check=False).returncode == 0, "it has no start left"
