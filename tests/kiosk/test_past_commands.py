"""The commands that look back: history, tables, archive, backup."""

import csv
import json
from pathlib import Path

import pytest
from command_line import Program
from made_journal import flip, many_matches

from kiosk.games.core import Roll
from kiosk.games.registry import game
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.log import Entry, EntryKind, action_entry
from kiosk.match.match import Match


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where commands look for the journal; there is none yet."""
    monkeypatch.setenv("DICE_TABLE_DATA", str(tmp_path))
    return tmp_path / JOURNAL


def test_history_tells_each_match(dice_table: Program, kept: Path, tmp_path: Path) -> None:
    assert dice_table("history", "--json")[:2] == (0, "")
    journal = Journal(kept)
    match = journal.start("le_421", "classique", {}, ["Marie", "Jean"], None)
    journal.write(match, Entry(EntryKind.END, {"standing": [[1], [0]]}))
    journal.start("le_421", "courte", {}, ["Lucie", "Paul"], None)
    journal.close()
    code, out, _ = dice_table("history", "--json")
    played, under_way = (json.loads(line) for line in out.splitlines())
    assert code == 0
    assert played["standing"] == [["Jean"], ["Marie"]]
    assert (under_way["state"], under_way["players"]) == ("under way", ["Lucie", "Paul"])
    code, out, _ = dice_table("history", "1")
    assert (code, out.splitlines()[-1].split()[1:]) == (0, ["0:00", "The", "end:", "1.", "Jean", "2.", "Marie"])
    assert json.loads(dice_table("history", "1", "--json")[1])["steps"][0]["what"] == "end"
    assert dice_table("history", "9")[0] == 1
    code, out, _ = dice_table("stats", "--picture", str(tmp_path / "dice.png"))
    assert (code, out.splitlines()[0]) == (0, "Matches: 2 (1 played, 1 under way)")
    assert (tmp_path / "dice.png").stat().st_size > 0


def test_a_backup_is_a_copy_of_matches_and_settings(dice_table: Program, tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "backup"
    settings = tmp_path / "config.toml"
    settings.write_text(f"data = '{data}'")
    words = ("backup", str(folder), "--config", str(settings))
    assert dice_table(*words)[0] == 1, "nobody has played yet"
    data.mkdir()
    matches = many_matches(data / JOURNAL, 20)
    playing = Journal(data / JOURNAL)
    assert dice_table(*words)[0] == 0
    playing.close()
    assert (folder / "config.toml").read_text() == settings.read_text()
    copy = Journal(folder / JOURNAL)
    assert copy.latest(99)[::-1] == matches
    copy.close()
    code, _, said = dice_table("backup", str(data / "in it"), "--config", str(settings))
    assert (code, "name another place" in said) == (2, True)
    settings.chmod(0o600)
    (tmp_path / "file").write_text("no folder")
    code, _, said = dice_table("backup", str(tmp_path / "file"), "--config", str(settings))
    assert (code, "does not take the copy" in said) == (1, True)


def test_a_damaged_match_is_listed_as_such_and_the_others_are_told(dice_table: Program, kept: Path) -> None:
    many_matches(kept, 3)
    flip(kept, "line", "body", "match = 2")
    flip(kept, "match", "game", "number = 1")
    code, out, _ = dice_table("history")
    assert (code, out.split()[:2], len(out.splitlines())) == (0, ["1", "damaged:"], 3)
    for number in ("1", "2"):
        code, out, said = dice_table("history", number)
        assert (code, out, f"Match {number} is damaged" in said) == (1, "", True)
    assert dice_table("history", "3")[0] == 0
    assert len(dice_table("history", "--json")[1].splitlines()) == 2, "what it came to was written"
    assert {line.split(",")[0] for line in dice_table("history", "--csv", "throws")[1].splitlines()} == {"match", "3"}
    assert "Matches: 2 (" in dice_table("stats")[1]


def test_a_journal_that_is_not_there_is_named(dice_table: Program, tmp_path: Path) -> None:
    for word in ("history", "stats"):
        code, _, said = dice_table(word, "--journal", str(tmp_path / "none"))
        assert (code, "There is no journal" in said) == (2, True)


def test_without_matches_it_is_said_where_others_may_be(dice_table: Program, kept: Path) -> None:
    for there in (False, True):
        if there:
            Journal(kept).close()
        for word in ("history", "stats"):
            code, out, err = dice_table(word)
            assert (code, out, len(err.splitlines()), "--simulated" in err) == (0, "", 1, True)
            code, out, err = dice_table(word, "--simulate")
            assert (code, out, err.count("dice-table --simulate begins one")) == (0, "", 1)
    assert json.loads(dice_table("stats", "--json")[1])["matches"] == {"all": 0}
    code, _, err = dice_table("history", "--journal", str(kept))
    assert (code, err) == (0, f"{kept} holds no matches.\n")


def test_matches_and_throws_are_tables(dice_table: Program, kept: Path) -> None:
    journal = Journal(kept)
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
    code, out, err = dice_table("history", "--csv", "matches")
    matches = list(csv.DictReader(out.splitlines()))
    assert (code, err) == (0, "")
    assert [row["state"] for row in matches] == ["under way", "played", "under way"]
    assert matches[0]["players"] == "Marie; Zoë, jr."
    assert (matches[0]["house_rules"], matches[1]["standing"]) == ("tokens=11", "Paul; Lucie")
    throws = list(csv.DictReader(dice_table("history", "--csv", "throws")[1].splitlines()))
    told = [tuple(row[name] for name in ("match", "what", "player", "dice", "read", "by_hand")) for row in throws]
    assert told[:2] == [("1", "throw", "Marie", "6 6 6", "6 6 5", ""), ("1", "throw", "Zoë, jr.", "1 1 2", "", "yes")]
    assert (told[2][1:4], told[3]) == (("correct", "Zoë, jr.", "1 1 1"), ("3", "throw", "", "2 3", "", ""))
    of_one = dice_table("history", "2", "--csv", "throws")[1]
    assert of_one.splitlines() == ["match,game,what,at,seconds,seat,player,dice,read,by_hand"]
    code, _, err = dice_table("history", "--csv", "dice")
    assert (code, "matches or throws" in err) == (2, True)


@pytest.fixture
def played(kept: Path) -> Path:
    """A journal of two matches, in which somebody has a name that begins like a formula."""
    journal = Journal(kept)
    for names in (["Chloé", "Jean; or not"], ["=HYPERLINK(1)", "-Bob"]):
        match = journal.start("le_421", None, {}, names, 0)
        journal.write(match, action_entry(Roll((4, 2, 1)), 12.25))
    journal.close()
    return kept


@pytest.mark.usefixtures("played")
def test_excel_knows_the_letters_and_a_name_is_no_formula(dice_table: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    table = list(csv.DictReader(dice_table("history", "--csv", "throws")[1].splitlines()))
    assert [row["player"] for row in table] == ["Chloé", "'=HYPERLINK(1)"]
    assert [float(row["seconds"]) for row in table] == [0.0, 0.0]
    out = dice_table("history", "--csv", "matches", "--excel")[1]
    assert out.startswith("\ufeffmatch,")
    monkeypatch.setenv("DICE_TABLE_LANGUAGE", "fr")
    code, out, _ = dice_table("history", "--csv", "throws", "--excel")
    assert (code, out[:7]) == (0, "\ufeffmatch;")
    french = list(csv.DictReader(out[1:].splitlines(), delimiter=";"))
    assert [row["seconds"] for row in french] == ["0,0", "0,0"]
    assert dice_table("history", "--excel")[0] == 2


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_a_pager_that_is_left_open_does_not_keep_the_table_from_its_log(
    dice_table: Program, how: list[str], played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = Journal(played)
    busy: list[int] = []

    def page(*_: object) -> None:
        playing.start("le_421", None, {}, ["Ana", "Bo"], None)
        busy.append(playing._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])

    monkeypatch.setattr("builtins.print", page)
    dice_table("history", *how)
    assert busy == [0, 0]
    playing.close()
