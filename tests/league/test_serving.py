"""`dice-table league serve` as its unit runs it: what systemd hears, and what is not tried again."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import run
from mosquitto import PATIENCE_S, free_port

from kiosk.commands.base import NOT_SET_UP
from league.broker import write_credentials
from league.connection import Broker
from league.server.intake import STUCK_S, Intake
from league.server.store import Store

UNITS = Path(__file__).parents[2] / "systemd"


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd is for Linux")
def test_systemd_hears_that_it_is_ready_and_that_it_goes_on(tmp_path: Path) -> None:
    write_credentials(tmp_path / "credentials", "league", "secret")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(PATIENCE_S)
        words: list[str | Path] = ["--credentials", tmp_path / "credentials", "--port", str(free_port())]
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "1000000", "PYTHONPATH": str(Path.cwd())}
        serve = subprocess.Popen(
            [sys.executable, "-m", "kiosk", "league", "serve", *words], cwd=tmp_path, env={**os.environ, **told}
        )
        said = [heard.recv(100) for _ in range(3)]
        serve.terminate()
        serve.wait(PATIENCE_S)
    assert said == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
    assert (tmp_path / "league.sqlite3").exists(), "where nothing else is said, the league is kept where it is started"


def test_it_does_not_go_on_when_it_hears_no_more(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'league.sqlite3'}")
    intake = Intake(store, Broker("127.0.0.1", free_port()))
    assert intake.turns(time.monotonic())
    assert not intake.turns(time.monotonic() + STUCK_S + 1)
    store.close()


def test_what_is_not_set_up_is_said_and_not_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, said = run(capsys, monkeypatch, "league", "serve")
    assert (code, "league.credentials cannot be read" in said) == (NOT_SET_UP, True)
    assert f"RestartPreventExitStatus={NOT_SET_UP}\n" in (UNITS / "dice-table-league.service").read_text()


@pytest.mark.parametrize(
    "wrong",
    [
        ("nonsense", NOT_SET_UP, "What --store names is no database: write sqlite:///FILE, or postgresql+psycopg://"),
        ("mysql://league@127.0.0.1/league", NOT_SET_UP, "What --store names is no database: write "),
        (
            "sqlite:////nowhere/league.sqlite3",
            1,
            "The database sqlite:////nowhere/league.sqlite3 cannot be used (unable ",
        ),
        ("postgresql+psycopg://league:secret@127.0.0.1:1/league", 1, "/league cannot be used (connection failed: "),
    ],
)
@pytest.mark.parametrize("command", ["serve", "password"])
def test_a_database_that_cannot_be_used_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    wrong: tuple[str, int, str],
    command: str,
) -> None:
    """A database that is not there yet is tried again by the unit, one that no address names is not."""
    address, code, sentence = wrong
    monkeypatch.chdir(tmp_path)
    ended, _, said = run(capsys, monkeypatch, "league", command, "--store", address)
    assert (ended, sentence in said, said.count("\n")) == (code, True, 1)
    assert "secret" not in said


def test_a_driver_that_is_missing_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    code, _, said = run(capsys, monkeypatch, "league", "serve", "--store", "postgresql+psycopg:///league")
    assert (code, "one package more (psycopg): pip install '.[postgresql]'" in said) == (NOT_SET_UP, True)


def test_whoever_does_not_answer_a_question_ends_the_command_and_reports_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)

    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("click.termui.hidden_prompt_func", interrupted, raising=False)
    monkeypatch.setattr("getpass.getpass", interrupted)
    code, _, said = run(capsys, monkeypatch, "league", "password")
    assert (code, "report" in said) == (130, False)


def test_both_units_work_in_the_folder_in_which_the_league_was_begun() -> None:
    for name in ("dice-table-league.service", "dice-table-league-broker.service"):
        unit = (UNITS / name).read_text()
        assert re.search(r"^WorkingDirectory=%S/dice-league$", unit, re.MULTILINE), name
        assert re.search(r"^User=dice-league$", unit, re.MULTILINE), name
