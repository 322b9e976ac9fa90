"""The command line: its contract, and one sentence for everything that goes wrong."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import CameraFaultKind, webcams
from hardware.simulator import conditions
from kiosk import commands
from kiosk.match.log import Entry, EntryKind


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    """What `dice-table WORDS` ends with: exit code, standard output, standard error."""
    monkeypatch.setattr(sys, "argv", ["dice-table", *words])
    try:
        commands.main()
        code = 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.parametrize(
    ("pixels", "said"),
    [(0, "Camera and light are steady"), (45, "Too unsteady to play. The picture moves by ")],
)
def test_who_calibrates_at_the_command_line_hears_how_still_all_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pixels: float, said: str
) -> None:
    shake = conditions.shake(1, pixels)
    tray = np.full((180, 320, 3), 70, np.uint8)
    tray[20:160, 30:290] = 120
    for number in range(70):
        cv2.imwrite(str(tmp_path / f"{number}.png"), shake(tray, number / 30))
    monkeypatch.setenv("DICE_TABLE_CAMERA", str(tmp_path))
    code, out, err = run(capsys, monkeypatch, "calibrate")
    assert (code, err.strip().splitlines()) == (
        1,
        ["The pictures ended before the table was calibrated: use the table's own camera."],
    )
    assert [line for line in out.splitlines() if line.startswith(said)]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["fly"], "fly"),
        (["play"], "--game"),
        (["play", "--headless", "--game", "chess"], "chess"),
        (["play", "--headless", "--game", "le_421", "--preset", "none"], "classique"),
        (["play", "--headless", "--game", "le_421", "--option", "tokens"], "KEY=VALUE"),
        (["play", "--headless", "--game", "le_421", "--option", "tokens=many"], "tokens"),
        (["play", "--headless", "--game", "le_421", "--players", "1"], "2 to"),
        (["play", "--game", "le_421"], "--headless"),
        (["read"], "PHOTO"),
        (["--auto"], "--simulate"),
        (["--simulate", "--size", "big"], "1280x720"),
        (["--simulate", "--size", "100x100"], "--size 100x100 is out of range: 240x240 to"),
        (["screens", "--out", "nowhere", "--size", "0x720"], "--size 0x720 is out of range"),
        (["--lang", "xx"], "--lang xx"),
        (["replay", "1", "--lang", "xx"], "--lang xx"),
        (["config", "eat"], "config check"),
        (["config", "--config", "nowhere.toml"], "nowhere.toml"),
        (["--config", "nowhere.toml", "config"], "nowhere.toml"),
        (["--config", "nowhere.toml", "history"], "nowhere.toml"),
        (["--config", "nowhere.toml", "odds", "le_421"], "odds has no --config"),
        (["--auto", "--seed", "3", "history"], "history has no --auto and no --seed"),
        (["--lang", "xx", "replay", "1"], "--lang xx"),
        (["--simulate", "--seed", "-1"], "-1 is out of range, which is 0 to 4294967295"),
        (["play", "--headless", "--game", "le_421", "--seed", "-1"], "-1 is out of range, which is 0 to"),
        (["--seed", "-1", "play", "--headless", "--game", "le_421"], "-1 is out of range, which is 0 to"),
        (["calibrate", "--simulate", "--seed", "4294967296"], "4294967296 is out of range, which is 0 to"),
        (["history", "99999999999999999999"], "out of range, which is 1 to"),
        (["replay", "0"], "0 is out of range, which is 1 to"),
        (["play", "--headless", "--game", "le_421", "--players", "-4"], "2 to 8 players, not -4"),
        (["play", "--headless", "--game", "le_421", "--players", "99"], "2 to 8 players, not 99"),
        (["play", "--headless", "--game", "le_421", "--fault", "drop=1.5"], "between 0 and 1"),
        (["play", "--headless", "--game", "le_421", "--fault", "drop=nan"], "between 0 and 1"),
        (["odds", "le_421", "--players", "-1"], "2 to 8 players, not -1"),
    ],
)
def test_what_is_not_understood_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], named: str
) -> None:
    code, out, err = run(capsys, monkeypatch, *words)
    assert code == 2
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    assert named in err


def test_what_stands_before_a_command_is_meant_for_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL, Journal

    file, data = tmp_path / "table.toml", tmp_path / "data"
    file.write_text(f"data = '{data}'\n")
    for name, guest in ((JOURNAL, "Marie"), (SIMULATED_JOURNAL, "Paul")):
        journal = Journal(data / name)
        journal.start("le_421", "classique", {}, [guest, "Jean"], None)
        journal.close()
    told = {
        words: json.loads(run(capsys, monkeypatch, *words.split())[1])["players"][0]
        for words in (
            f"--config {file} history --json",
            f"history --json --config {file}",
            f"--config nowhere.toml history --json --config {file}",
            f"--config {file} --simulate history --json",
            f"history --json --simulate --config {file}",
            f"history --json --simulated --config {file}",
        )
    }
    assert list(told.values()) == ["Marie"] * 3 + ["Paul"] * 3


@pytest.mark.parametrize("words", [["--version"], ["--version", "history"]])
def test_the_version_is_printed_and_nothing_else_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    assert run(capsys, monkeypatch, *words) == (0, f"dice-table {version('dice-table')}\n", "")


def test_a_source_that_is_none_fails_with_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = run(capsys, monkeypatch, "watch", "--json", "no-such-clip.mp4")
    assert (code, out) == (1, "")
    assert err.startswith("There is no no-such-clip.mp4. Name a video, ")
    assert len(err.strip().splitlines()) == 1


def test_watching_counts_from_the_first_picture(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hardware.camera import Camera, RecordingEndedError, source
    from hardware.camera.still import fault
    from vision.types import Frame

    class Live(Camera):
        """By the clock of a machine that runs for days."""

        time = 400_000.0

        def read(self) -> Frame:
            self.time += 0.1
            if self.time > 400_003:
                raise RecordingEndedError(fault(CameraFaultKind.RECORDING_ENDED, Path()))
            return Frame(np.full((180, 320, 3), 90, np.uint8), self.time)

        def close(self) -> None:
            pass

    monkeypatch.setattr(source, "open_camera", lambda _: Live())
    code, out, _ = run(capsys, monkeypatch, "watch", "--json", "webcam:0")
    told = [json.loads(line) for line in out.splitlines()]
    assert (code, told[0]["time"]) == (0, 0.0)
    assert 0 < told[-1]["time"] < 3
    code, out, _ = run(capsys, monkeypatch, "watch", "webcam:0")
    assert out.splitlines()[0].startswith("    0.00 s")


def test_config_prints_what_it_can_read_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, out, _ = run(capsys, monkeypatch, "config")
    assert code == 0
    file = tmp_path / "config.toml"
    file.write_text(out)
    code, out, _ = run(capsys, monkeypatch, "config", "check", "--config", str(file))
    assert code == 0
    assert "fine" in out


def test_config_check_knows_the_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('game = "chess"\n')
    code, _, err = run(capsys, monkeypatch, "config", "check", "--config", str(file))
    assert code == 2
    assert "chess" in err


def test_config_check_names_every_mistake(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('langauge = "fr"\n[screen]\nsize = [1, 2]\n')
    code, out, err = run(capsys, monkeypatch, "config", "check", "--config", str(file))
    assert (code, out) == (2, "")
    assert sorted(re.findall(r"line (\d)", err)) == ["1", "3"]
    code, _, err = run(capsys, monkeypatch, "history", "--config", str(file))
    assert (code, err.count(", line "), len(err.splitlines())) == (0, 2, 3), (
        "others name all, and go on as the table does"
    )
    code, _, err = run(capsys, monkeypatch, "config", "--config", str(file))
    assert (code, len(err.splitlines())) == (2, 1), "what would print the settings anew names one and stops"


def test_the_doctor_prints_one_document_whatever_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    monkeypatch.setenv("DICE_TABLE_CAMERA", str(tmp_path / "no-such-clip.mp4"))
    bundle = tmp_path / "report.zip"
    code, out, err = run(capsys, monkeypatch, "doctor", "--json", "--panel", "--bundle", str(bundle))
    levels = {check["name"]: check["level"] for check in json.loads(out)["checks"]}
    assert err == ""
    assert code == int("fault" in levels.values())
    assert (levels["camera"], levels["matches"], levels["versions"]) == ("info", "info", "ok")
    assert bundle.stat().st_size > 0
    code, _, err = run(capsys, monkeypatch, "doctor", "--json", "--bundle", str(tmp_path / "no" / "report.zip"))
    assert code == 1
    assert "name another place" in err


def test_the_settings_name_the_webcams_that_are_plugged_in(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = "/dev/v4l/by-id/usb-Logi_C920-video-index0"
    monkeypatch.setattr(webcams, "webcams", lambda: [webcams.Plugged(2, name, "HD Pro C920")])
    code, out, _ = run(capsys, monkeypatch, "config")
    assert code == 0
    assert f'# camera = "{name}"  # HD Pro C920' in out.splitlines()
    file = tmp_path / "config.toml"
    file.write_text(out.replace(f'# camera = "{name}"', f'camera = "{name}"'), encoding="utf-8")
    code, out, err = run(capsys, monkeypatch, "config", "check", "--config", str(file))
    assert (code, out.strip(), err) == (0, f"{file} is fine.", "")
    _, out, _ = run(capsys, monkeypatch, "config", "--config", str(file))
    assert f'camera = "{name}"' in out.splitlines(), "it is set"


def test_any_program_can_ask_which_files_this_one_reads(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run(capsys, monkeypatch, "config", "versions")
    assert code == 0
    assert re.fullmatch(r"journal \d+\nsettings \d+\n", out), "programs of any age know no other words"


def test_the_wiring_is_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = run(capsys, monkeypatch, "config", "--wiring")
    assert code == 0
    assert "KEEP 1" in out


def test_history_tells_each_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kiosk.match.journal import JOURNAL, Journal

    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    assert run(capsys, monkeypatch, "history", "--json")[:2] == (0, "")
    journal = Journal(tmp_path / JOURNAL)
    match = journal.start("le_421", "classique", {}, ["Marie", "Jean"], None)
    journal.write(match, Entry(EntryKind.END, {"standing": [[1], [0]]}))
    journal.start("le_421", "courte", {}, ["Lucie", "Paul"], None)
    journal.close()
    code, out, _ = run(capsys, monkeypatch, "history", "--json")
    played, under_way = (json.loads(line) for line in out.splitlines())
    assert code == 0
    assert played["standing"] == [["Jean"], ["Marie"]]
    assert (under_way["state"], under_way["players"]) == ("under way", ["Lucie", "Paul"])
    code, out, _ = run(capsys, monkeypatch, "history", "1")
    assert (code, out.splitlines()[-1].split()[1:]) == (0, ["0:00", "The", "end:", "1.", "Jean", "2.", "Marie"])
    assert json.loads(run(capsys, monkeypatch, "history", "1", "--json")[1])["steps"][0]["what"] == "end"
    assert run(capsys, monkeypatch, "history", "9")[0] == 1
    code, out, _ = run(capsys, monkeypatch, "stats", "--picture", str(tmp_path / "dice.png"))
    assert (code, out.splitlines()[0]) == (0, "Matches: 2 (1 played, 1 under way)")
    assert (tmp_path / "dice.png").stat().st_size > 0


def test_a_table_with_mistakes_in_its_settings_plays_and_says_which(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kiosk.locale import translate
    from kiosk.runtime import startup

    file, opened = tmp_path / "table.toml", []
    file.write_text(f"sound = low\nlanguage = 'fr'\ndata = '{tmp_path}'\ngame = 'tric_trac'\n")
    monkeypatch.setattr(startup, "open_kiosk", lambda settings, **said: opened.append((settings, said["alert"])))
    code, _, said = run(capsys, monkeypatch, "--config", str(file))
    [(settings, alert)] = opened
    assert (code, settings.language, settings.game) == (0, "fr", "le_421")
    assert [line.split(": ")[0] for line in said.splitlines()] == [f"{file}, line {line}" for line in (1, 4)]
    assert "line 1: sound = low is not understood" in translate(alert, "en")
    assert run(capsys, monkeypatch, "--config", str(tmp_path / "none.toml"))[0] == 2
    code, out, _ = run(capsys, monkeypatch, "doctor", "--json", "--config", str(file))
    found = [check["found"] for check in json.loads(out)["checks"] if check["name"] == "settings"]
    assert [one.split(": ")[0] for one in found] == [f"{file}, line {line}" for line in (1, 4)]
    for words in (["history"], ["stats"], ["backup", str(tmp_path.parent / "copy")]):
        code, _, said = run(capsys, monkeypatch, *words, "--config", str(file))
        assert (code, said.count(f"{file}, line ")) == (0, 2), "where the table plays is looked, and told"


def test_a_backup_is_a_copy_of_matches_and_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from many_matches import many_matches

    from kiosk.match.journal import JOURNAL, Journal

    data, folder = tmp_path / "data", tmp_path / "backup"
    settings = tmp_path / "config.toml"
    settings.write_text(f"data = '{data}'")
    words = ("backup", str(folder), "--config", str(settings))
    assert run(capsys, monkeypatch, *words)[0] == 1, "nobody has played yet"
    data.mkdir()
    matches = many_matches(data / JOURNAL, 20)
    playing = Journal(data / JOURNAL)
    assert run(capsys, monkeypatch, *words)[0] == 0
    playing.close()
    assert (folder / "config.toml").read_text() == settings.read_text()
    copy = Journal(folder / JOURNAL)
    assert copy.matches() == matches
    copy.close()
    code, _, said = run(capsys, monkeypatch, "backup", str(data / "in it"), "--config", str(settings))
    assert (code, "name another place" in said) == (2, True)
    settings.chmod(0o600)
    (tmp_path / "file").write_text("no folder")
    code, _, said = run(capsys, monkeypatch, "backup", str(tmp_path / "file"), "--config", str(settings))
    assert (code, "does not take the copy" in said) == (1, True)


def test_old_matches_are_archived_only_where_asked_and_can_be_looked_up_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from many_matches import many_matches

    from kiosk.match.journal import JOURNAL

    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    assert run(capsys, monkeypatch, "history", "--archive", "2024-03-01")[0] == 1, "nobody has played yet"
    many_matches(tmp_path / JOURNAL, 100)
    code, out, _ = run(capsys, monkeypatch, "history", "--archive", "2023-01-01")
    assert (code, out) == (0, "No match was begun before 2023-01-01: nothing was changed.\n")
    code, _, said = run(capsys, monkeypatch, "history", "--archive", "last year")
    assert (code, "as in 2025-01-31" in said) == (2, True)
    code, out, _ = run(capsys, monkeypatch, "history", "--archive", "2024-03-01")
    archived = tmp_path / "matches-before-2024-03-01.sqlite3"
    assert (code, str(archived) in out) == (0, True)
    old = run(capsys, monkeypatch, "history", "--journal", str(archived))[1].splitlines()
    left = run(capsys, monkeypatch, "history")[1].splitlines()
    assert len(old) == int(out.split()[0])
    assert (len(old) + len(left), left[-1].split()[-1]) == (100, "way")
    assert run(capsys, monkeypatch, "history", "1", "--journal", str(archived))[0] == 0
    assert run(capsys, monkeypatch, "history", "1")[0] == 1
    for word in ("history", "stats"):
        code, _, said = run(capsys, monkeypatch, word, "--journal", str(tmp_path / "none"))
        assert (code, "There is no journal" in said) == (2, True)


def test_without_matches_it_is_said_where_others_may_be(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kiosk.match.journal import JOURNAL, Journal

    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    for there in (False, True):
        if there:
            Journal(tmp_path / JOURNAL).close()
        for word in ("history", "stats"):
            code, out, err = run(capsys, monkeypatch, word)
            assert (code, out, len(err.splitlines()), "--simulated" in err) == (0, "", 1, True)
            code, out, err = run(capsys, monkeypatch, word, "--simulate")
            assert (code, out, err.count("dice-table --simulate begins one")) == (0, "", 1)
    assert json.loads(run(capsys, monkeypatch, "stats", "--json")[1])["matches"] == {"all": 0}
    code, _, err = run(capsys, monkeypatch, "history", "--journal", str(tmp_path / JOURNAL))
    assert (code, err) == (0, f"{tmp_path / JOURNAL} holds no matches.\n")


def kiosk(*words: str, cwd: Path, prelude: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`dice-table WORDS` in a process of its own, in which `prelude` runs first and little of the system is known."""
    script = f"{prelude}\nimport sys; sys.argv[0] = 'dice-table'\nfrom kiosk.commands import main; main()"
    known = {"PATH": "", "PYTHONPATH": str(Path.cwd()), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-c", script, *words],
        capture_output=True,
        encoding="utf-8",
        errors="strict",
        env=known | environment,
        cwd=cwd,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_what_a_terminal_cannot_write_is_written_otherwise(tmp_path: Path, encoding: str) -> None:
    from kiosk.match.journal import JOURNAL, Journal

    journal = Journal(tmp_path / JOURNAL)
    match = journal.start("le_421", "classique", {}, ["Łucja", "Åsa"], None)
    journal.write(match, Entry(EntryKind.END, {"standing": [[1], [0]]}))
    journal.close()
    spoken = {"PYTHONIOENCODING": encoding, "DICE_TABLE_DATA": str(tmp_path), "HOME": str(tmp_path)}
    known = {"PATH": "", "PYTHONPATH": str(Path.cwd())}
    told = {}
    for words in ("history", "history 1", "history --json", "stats", "--help", "read \udcff.png"):
        command = [sys.executable, "-m", "kiosk", *words.split()]
        done = subprocess.run(command, capture_output=True, env=known | spoken, check=False)
        assert (done.returncode, b"Traceback" in done.stderr) == (int("read" in words), False), done.stderr
        told[words] = (done.stdout + done.stderr).decode(encoding)
    lucja = "Łucja" if encoding == "utf-8" else r"\u0141ucja"
    asa = r"\xc5sa" if encoding == "ascii" else "Åsa"
    assert lucja in told["history"]
    assert asa in told["history"]
    assert lucja in told["history 1"]
    assert json.loads(told["history --json"])["players"] == ["Łucja", "Åsa"]
    assert r"There is no \udcff.png." in told["read \udcff.png"]


NO_HOME = """
import pwd
def nobody(user): raise KeyError(user)
pwd.getpwuid = nobody
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="every user has a profile there")
@pytest.mark.parametrize("home", [None, "/dev/null"])
def test_without_a_home_all_is_said_in_sentences(tmp_path: Path, home: str | None) -> None:
    there = {"TMPDIR": str(tmp_path)} | ({} if home is None else {"HOME": home})
    for words, code in (("history", 0), ("stats", 0), ("config", 0), ("config check", 0), ("backup copy", 1)):
        done = kiosk(*words.split(), cwd=tmp_path, prelude=NO_HOME, **there)
        assert done.returncode == code, done.stderr
        assert ("Traceback" in done.stderr, "please report it" in done.stderr) == (False, False)
        assert (f"kept in {tmp_path}" in done.stderr) == (home is None)
    assert [*tmp_path.iterdir()] == [], "no folder is named ~"


def test_matches_and_throws_are_tables(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kiosk.games.core import Roll
    from kiosk.games.registry import game
    from kiosk.match.journal import JOURNAL, Journal
    from kiosk.match.match import Match

    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    journal = Journal(tmp_path / JOURNAL)
    record = journal.start("le_421", "classique", {"tokens": 11}, ["Marie", "Zoë, jr."], None)
    match = Match(journal, record, game("le_421")(record.preset, record.options))
    match.act(Roll((6, 6, 6)), time=1.0, read={"dice": [{"value": value} for value in (6, 6, 5)]})
    match.act(Roll((1, 1, 2)), time=3.5, read={"dice": [], "by_hand": True})
    match.correct({3: 1}, 4.0)
    other = journal.start("le_421", "courte", {}, ["Lucie", "Paul"], None)
    journal.write(other, Entry(EntryKind.END, {"standing": [[1], [0]]}))
    unknown = journal.start("tric_trac", None, {}, ["Lucie", "Paul"], None)
    journal.write(unknown, Entry(EntryKind.ACTION, {"roll": [2, 3]}, 1.0))
    journal.close()
    code, out, err = run(capsys, monkeypatch, "history", "--csv", "matches")
    matches = list(csv.DictReader(out.splitlines()))
    assert (code, err) == (0, "")
    assert [row["state"] for row in matches] == ["under way", "played", "under way"]
    assert matches[0]["players"] == "Marie; Zoë, jr."
    assert (matches[0]["house_rules"], matches[1]["standing"]) == ("tokens=11", "Paul; Lucie")
    throws = list(csv.DictReader(run(capsys, monkeypatch, "history", "--csv", "throws")[1].splitlines()))
    told = [tuple(row[name] for name in ("match", "what", "player", "dice", "read", "by_hand")) for row in throws]
    assert told[:2] == [
        ("1", "throw", "Marie", "6 6 6", "6 6 5", ""),
        ("1", "throw", "Zoë, jr.", "1 1 2", "", "yes"),
    ]
    assert (told[2][1:4], told[3]) == (("correct", "Zoë, jr.", "1 1 1"), ("3", "throw", "", "2 3", "", ""))
    of_one = run(capsys, monkeypatch, "history", "2", "--csv", "throws")[1]
    assert of_one.splitlines() == ["match,game,what,at,seconds,seat,player,dice,read,by_hand"]
    code, _, err = run(capsys, monkeypatch, "history", "--csv", "dice")
    assert (code, "matches or throws" in err) == (2, True)


def test_what_takes_long_shows_the_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from many_matches import many_matches

    from kiosk.commands import progress
    from kiosk.match.journal import JOURNAL

    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    many_matches(tmp_path / JOURNAL, 20)
    assert run(capsys, monkeypatch, "history", "--csv", "matches")[2] == "", "into a file nothing is drawn"
    monkeypatch.setattr(progress, "SILENT_S", -1.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for words, told in ((("history", "--csv", "matches"), "writing the table"), (("stats",), "counting the matches")):
        assert told in run(capsys, monkeypatch, *words)[2]


@pytest.mark.slow
def test_a_replay_without_a_display_names_the_text(tmp_path: Path) -> None:
    from kiosk.match.journal import JOURNAL, Journal

    journal = Journal(tmp_path / JOURNAL)
    journal.start("le_421", "classique", {}, ["Marie", "Jean"], None)
    journal.close()
    bare = {"PATH": "", "HOME": str(tmp_path), "DICE_TABLE_DATA": str(tmp_path)}
    words = [sys.executable, "-m", "kiosk", "replay", "1"]
    done = subprocess.run(words, capture_output=True, text=True, env=bare, check=False)
    assert done.returncode == 1
    assert f"{sys.executable} -m kiosk history 1" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_without_a_display_the_headless_command_is_named(tmp_path: Path) -> None:
    bare = {"PATH": "", "HOME": str(tmp_path)}
    words = [sys.executable, "-m", "kiosk", "--simulate"]
    done = subprocess.run(words, capture_output=True, text=True, env=bare, check=False)
    assert done.returncode == 1
    hint = done.stderr.strip().partition("To play without one: ")[2]
    assert "play --headless --game le_421 --turbo" in hint
    assert "Traceback" not in done.stderr
    as_typed = subprocess.run(f"{hint} --help", shell=True, capture_output=True, text=True, env=bare, check=False)
    assert (as_typed.returncode, "--headless" in as_typed.stdout) == (0, True), as_typed.stderr


def test_help_comes_without_the_heavy_parts() -> None:
    script = (
        "import sys; from kiosk import commands; print([m for m in ('cv2', 'pygame', 'mujoco') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
