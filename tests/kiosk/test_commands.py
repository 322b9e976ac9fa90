"""The command line: its contract, and one sentence for everything that goes wrong."""

import io
import json
import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import Program, kiosk
from made_journal import many_matches
from rich.console import Console

from hardware.camera import Camera, CameraFaultKind, RecordingEndedError, source, webcams
from hardware.camera.still import fault
from hardware.simulator import conditions
from kiosk.commands import progress, terminal
from kiosk.commands.base import FORESEEN
from kiosk.locale import translate
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.log import Entry, EntryKind
from kiosk.runtime import startup
from kiosk.view import PlayView
from vision.types import Frame
from workshop.gallery import matches


@pytest.mark.parametrize(
    ("pixels", "said"), [(0, "Camera and light are steady"), (45, "Too unsteady to play. The picture moves by ")]
)
def test_who_calibrates_at_the_command_line_hears_how_still_all_is(
    dice_table: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pixels: float, said: str
) -> None:
    shake = conditions.shake(1, pixels)
    tray = np.full((180, 320, 3), 70, np.uint8)
    tray[20:160, 30:290] = 120
    for number in range(70):
        cv2.imwrite(str(tmp_path / f"{number}.png"), shake(tray, number / 30))
    monkeypatch.setenv("DICE_TABLE_CAMERA", str(tmp_path))
    code, out, err = dice_table("calibrate")
    assert (code, err.strip().splitlines()) == (
        1,
        ["The pictures ended before the table was calibrated: use the table's own camera."],
    )
    assert [line for line in out.splitlines() if line.startswith(said)]


@pytest.mark.slow
def test_a_face_is_taught_to_a_simulated_table(dice_table: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.watching.watcher.READINGS", 1)  # a face in doubt is read thrice, which takes long
    code, out, err = dice_table("calibrate", "--simulate", "--face", "6")
    assert (code, out.splitlines()[-1:], err) == (0, ["The table reads this face as 6 now."], "")


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
        (["--lang", "xx"], "'xx' is not one of 'en', 'fr'"),
        (["config", "eat"], "config check"),
        (["config", "--config", "nowhere.toml"], "nowhere.toml"),
        (["--config", "nowhere.toml", "config"], "Write --config behind config"),
        (["--auto", "--seed", "3", "history"], "Write --auto and --seed behind history"),
        (["--simulate", "--seed", "-1"], "'--seed'"),
        (["history", "99999999999999999999"], "'MATCH'"),
        (["play", "--headless", "--game", "le_421", "--players", "-4"], "2 to 8 players, not -4"),
        (["play", "--headless", "--game", "le_421", "--fault", "drop=nan"], "between 0 and 1"),
        (["play", "--headless", "--game", "mexico", "--habits", "merry"], "merry; there are sober, slow"),
        (["odds", "le_421", "--players", "-1"], "2 to 8 players, not -1"),
    ],
)
def test_what_is_not_understood_is_said_in_one_line(dice_table: Program, words: list[str], named: str) -> None:
    code, out, err = dice_table(*words)
    assert code == 2
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    assert named in err


@pytest.mark.parametrize("name", FORESEEN)
def test_every_error_that_commands_foresee_is_one(name: str) -> None:
    module, _, kind = name.rpartition(".")
    assert issubclass(getattr(import_module(module), kind), Exception)


@pytest.mark.parametrize("words", [["--version"], ["--version", "history"]])
def test_the_version_is_printed_and_nothing_else_is_done(dice_table: Program, words: list[str]) -> None:
    assert dice_table(*words) == (0, f"dice-table {version('dice-table')}\n", "")


def test_a_source_that_is_none_fails_with_a_sentence(dice_table: Program) -> None:
    code, out, err = dice_table("watch", "--json", "no-such-clip.mp4")
    assert (code, out) == (1, "")
    assert err.startswith("There is no no-such-clip.mp4. Name a video, ")
    assert len(err.strip().splitlines()) == 1


def test_watching_counts_from_the_first_picture(dice_table: Program, monkeypatch: pytest.MonkeyPatch) -> None:
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
    code, out, _ = dice_table("watch", "--json", "webcam:0")
    told = [json.loads(line) for line in out.splitlines()]
    assert (code, told[0]["time"]) == (0, 0.0)
    assert 0 < told[-1]["time"] < 3
    code, out, _ = dice_table("watch", "webcam:0")
    assert out.splitlines()[0].startswith("    0.00 s")


def test_config_prints_what_it_can_read_again(dice_table: Program, tmp_path: Path) -> None:
    code, out, _ = dice_table("config")
    assert code == 0
    file = tmp_path / "config.toml"
    file.write_text(out)
    code, out, _ = dice_table("config", "check", "--config", str(file))
    assert code == 0
    assert "fine" in out


def test_config_check_names_every_mistake(dice_table: Program, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('langauge = "fr"\n[screen]\nsize = [1, 2]\n')
    code, out, err = dice_table("config", "check", "--config", str(file))
    assert (code, out) == (2, "")
    assert sorted(re.findall(r"line (\d)", err)) == ["1", "3"]
    code, _, err = dice_table("history", "--config", str(file))
    assert (code, err.count(", line "), len(err.splitlines())) == (0, 2, 3), (
        "others name all, and go on as the table does"
    )
    code, _, err = dice_table("config", "--config", str(file))
    assert (code, len(err.splitlines())) == (2, 1), "what would print the settings anew names one and stops"


def test_the_doctor_prints_one_document_whatever_is_missing(
    dice_table: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    monkeypatch.setenv("DICE_TABLE_CAMERA", str(tmp_path / "no-such-clip.mp4"))
    bundle = tmp_path / "report.zip"
    code, out, err = dice_table("doctor", "--json", "--panel", "--bundle", str(bundle))
    levels = {check["name"]: check["level"] for check in json.loads(out)["checks"]}
    assert err == ""
    assert code == int("fault" in levels.values())
    assert (levels["camera"], levels["matches"], levels["versions"]) == ("info", "info", "ok")
    assert bundle.stat().st_size > 0
    code, _, err = dice_table("doctor", "--json", "--bundle", str(tmp_path / "no" / "report.zip"))
    assert code == 1
    assert "name another place" in err


def test_the_settings_name_the_webcams_that_are_plugged_in(
    dice_table: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = "/dev/v4l/by-id/usb-Logi_C920-video-index0"
    monkeypatch.setattr(webcams, "webcams", lambda: [webcams.FoundWebcam(2, name, "HD Pro C920")])
    code, out, _ = dice_table("config")
    assert code == 0
    assert f'# camera = "{name}"  # HD Pro C920' in out.splitlines()
    file = tmp_path / "config.toml"
    file.write_text(out.replace(f'# camera = "{name}"', f'camera = "{name}"'), encoding="utf-8")
    code, out, err = dice_table("config", "check", "--config", str(file))
    assert (code, out.strip(), err) == (0, f"{file} is fine.", "")
    _, out, _ = dice_table("config", "--config", str(file))
    assert f'camera = "{name}"' in out.splitlines(), "it is set"


def test_any_program_can_ask_which_files_this_one_reads(dice_table: Program) -> None:
    code, out, _ = dice_table("config", "versions")
    assert code == 0
    assert re.fullmatch(r"journal \d+\nsettings \d+\n", out), "programs of any age know no other words"


def test_a_table_with_mistakes_in_its_settings_plays_and_says_which(
    dice_table: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, opened = tmp_path / "table.toml", []
    file.write_text(f"sound = low\nlanguage = 'fr'\ndata = '{tmp_path}'\ngame = 'tric_trac'\n")
    monkeypatch.setattr(startup, "open_kiosk", lambda settings, **said: opened.append((settings, said["alert"])))
    code, _, said = dice_table("--config", str(file))
    [(settings, alert)] = opened
    assert (code, settings.language, settings.game) == (0, "fr", "le_421")
    assert [line.split(": ")[0] for line in said.splitlines()] == [f"{file}, line {line}" for line in (1, 4)]
    assert "line 1: sound = low is not understood" in translate(alert, "en")
    assert dice_table("--config", str(tmp_path / "none.toml"))[0] == 2
    code, out, _ = dice_table("doctor", "--json", "--config", str(file))
    found = [check["found"] for check in json.loads(out)["checks"] if check["name"] == "settings"]
    assert [mistake.split(": ")[0] for mistake in found] == [f"{file}, line {line}" for line in (1, 4)]
    for words in (["history"], ["stats"], ["backup", str(tmp_path.parent / "copy")]):
        code, _, said = dice_table(*words, "--config", str(file))
        assert (code, said.count(f"{file}, line ")) == (0, 2), "where the table plays is looked, and told"


@pytest.mark.slow
def test_what_a_terminal_cannot_write_is_written_otherwise(tmp_path: Path) -> None:
    journal = Journal(tmp_path / JOURNAL)
    match = journal.start("le_421", "classique", {}, ["Łucja", "Åsa"], None)
    journal.write(match, Entry(EntryKind.END, {"standing": [[1], [0]]}))
    journal.close()
    spoken = {"PYTHONIOENCODING": "ascii", "DICE_TABLE_DATA": str(tmp_path), "HOME": str(tmp_path)}
    known = {"PATH": "", "PYTHONPATH": str(Path.cwd())}
    told = {}
    for words in ("history", "history --json", "read \udcff.png"):
        command = [sys.executable, "-m", "kiosk", *words.split()]
        done = subprocess.run(command, capture_output=True, env=known | spoken, check=False)
        assert (done.returncode, b"Traceback" in done.stderr) == (int("read" in words), False), done.stderr
        told[words] = (done.stdout + done.stderr).decode("ascii")
    assert r"\u0141ucja" in told["history"]
    assert r"\xc5sa" in told["history"]
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
    for words, code in (("history", 0), ("config", 0), ("backup copy", 1))[: 3 if home is None else 1]:
        done = kiosk(*words.split(), cwd=tmp_path, prelude=NO_HOME, **there)
        assert done.returncode == code, done.stderr
        assert ("Traceback" in done.stderr, "please report it" in done.stderr) == (False, False)
        assert (f"kept in {tmp_path}" in done.stderr) == (home is None)
    assert [*tmp_path.iterdir()] == [], "no folder is named ~"


def test_what_takes_long_shows_the_time_left(
    dice_table: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    many_matches(tmp_path / JOURNAL, 20)
    assert dice_table("history", "--csv", "matches")[2] == "", "into a file nothing is drawn"
    monkeypatch.setattr(progress, "SILENT_S", -1.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for words, told in ((("history", "--csv", "matches"), "writing the table"), (("stats",), "counting the matches")):
        assert told in dice_table(*words)[2]


@pytest.mark.slow
def test_a_replay_without_a_display_names_the_text(tmp_path: Path) -> None:
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
def test_without_a_display_a_simulated_match_is_played_in_the_terminal(tmp_path: Path) -> None:
    bare = {"PATH": "", "HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8", "DICE_TABLE_GAME": "threes_away_low"}
    words = [sys.executable, "-m", "kiosk"]
    done = subprocess.run(words, capture_output=True, text=True, env=bare, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    hint = done.stderr.strip().partition("in the terminal: ")[2]
    played = subprocess.run(
        f"{hint} --seed 3 --lang fr", shell=True, capture_output=True, text=True, env=bare, check=False
    )
    assert (played.returncode, played.stderr) == (0, "")
    lines = played.stdout.splitlines()
    assert re.fullmatch(r"3\. \w+", lines[-1]), "who came last"
    assert sum(bool(re.match(r"([1-6] ){1,5} \w", line)) for line in lines) > 3, "a line for each throw"


@pytest.mark.parametrize(
    ("encoding", "edge", "pips"), [("utf-8", "╭───────╮", "│ ●   ● │"), ("ascii", "+-------+", "| o   o |")]
)
def test_in_a_narrow_terminal_dice_stand_in_two_rows_and_what_is_sought_over_what_to_do(
    encoding: str, edge: str, pips: str
) -> None:
    play = matches.of_game("dix_mille", 2).scene
    assert isinstance(play, PlayView)
    assert play.game.sought is not None
    console = Console(width=40, file=io.TextIOWrapper(io.BytesIO(), encoding, "backslashreplace"), record=True)
    shown = terminal._Shown("en", console)
    shown.changed(play, 1)
    console.print(shown.picture(play))
    lines = [line.rstrip() for line in console.export_text().splitlines()]
    tops = [number for number, line in enumerate(lines) if line == "  ".join(3 * [edge])]
    assert {0, 5} <= {later - tops[0] for later in tops}, "one row over the other"
    assert pips in "\n".join(lines)
    assert lines.index(translate(play.game.sought, "en")) < lines.index(translate(play.prompt, "en"))


def test_help_comes_without_the_heavy_parts() -> None:
    script = (
        "import sys; from kiosk import commands; print([m for m in ('cv2', 'pygame', 'mujoco') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "extra"),
    [("--simulate", "simulate"), ("watch simulated:7", "simulator"), ("sheet", "paper"), ("league demo", "league")],
)
def test_what_an_absent_extra_brings_is_named_in_one_sentence(tmp_path: Path, words: str, extra: str) -> None:
    absent = "import sys; sys.modules.update(dict.fromkeys(('mujoco', 'fpdf', 'argon2')))"
    done = kiosk(*words.split(), cwd=tmp_path, prelude=absent, HOME=str(tmp_path))
    assert (done.returncode, done.stderr.count("\n"), extra in done.stderr) == (1, 1, True), done.stderr
    assert "pip install " in done.stderr
