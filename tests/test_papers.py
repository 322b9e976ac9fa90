"""What the papers say is there: files, links, commands; and they are short enough to be read once."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kiosk.commands.base import app

HOUSE = Path(__file__).resolve().parent.parent
PAPERS = sorted(
    file
    for file in HOUSE.rglob("*.md")
    if not any(part.startswith((".", "__")) or part in {"build", "dist"} for part in file.relative_to(HOUSE).parts)
)
READMES = [file for file in PAPERS if file.name == "README.md"]
MOST_WORDS = 1500

COMMIT = re.compile(r"(?<![\w./#-])(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w-])")
HISTORY = re.compile(r"\b(formerly|the version before|not kept|used to be)\b", re.IGNORECASE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
BACKTICKS = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/?")
SUFFIXES = (".py", ".md", ".png", ".jpg", ".xz", ".onnx", ".wav", ".toml", ".po", ".service", ".json", ".sql")
ELSEWHERE = {
    "matches.sqlite3",
    "matches.jsonl",
    "soak.jsonl",
    "matches.sqlite3-uplink",
    "mosquitto.conf",
    "league.sqlite3",
    "broker/zinc.credentials",
    "zinc.toml",
    "calibrated.jsonl",
    "rotation.py",
    "config.toml",
    "dice.png",
    "photo.jpg",
    "report.zip",
    "display-manager.service",
    "mon.py",
    "nell-byler__dice_detection/IMG_20191209_095439.jpg",
}
"""What a command or an example makes, what is the system's, the rig's and the measuring set's."""
NAMES = {
    file.name
    for folder in ("kiosk", "vision", "hardware", "league", "systemd", "tests", "assets")
    for file in (HOUSE / folder).rglob("*")
}


def name(file: Path) -> str:
    return file.relative_to(HOUSE).as_posix()


def prose(text: str) -> str:
    """The text without blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def paths(text: str) -> Iterator[str]:
    """Every path in backticks that means a file or a folder of this repository."""
    for quoted in BACKTICKS.findall(prose(text)):
        for word in quoted.split():
            if not PATH.fullmatch(word) or word in ELSEWHERE or word.startswith(("-", "http")):
                continue
            if "/" in word or word.endswith(SUFFIXES):
                yield word


def exists(word: str, beside: Path) -> bool:
    """Whether there is such a file: from the top or beside the paper; of a name alone, anywhere."""
    if "/" not in word.rstrip("/") and not NAMES.isdisjoint({word.rstrip("/"), f"{word}.xz"}):
        return True
    return any((root / word).exists() for root in (HOUSE, beside.parent))


def missing(text: str, beside: Path) -> list[str]:
    return [word for word in paths(text) if not exists(word, beside)]


def dead_links(text: str, beside: Path) -> list[str]:
    targets = [target.partition("#")[0] for target in LINK.findall(text)]
    return [target for target in targets if target and "://" not in target and not (beside.parent / target).exists()]


def complaints(text: str) -> list[str]:
    """What a README must not hold."""
    return [found.group() for found in (*COMMIT.finditer(text), *HISTORY.finditer(text))]


def commands(text: str) -> set[tuple[str, ...]]:
    """The `dice-table` commands that are shown, without what follows their names."""
    found = set()
    for line in text.replace("\\\n", " ").splitlines():
        for shown in re.findall(r"dice-table((?: +[\w./=-]+)*)", line):
            words: list[str] = []
            for word in shlex.split(shown):
                if not re.fullmatch(r"[a-z-]+", word) or word.startswith("-") or len(words) == 2:
                    break
                words.append(word)
            found.add(tuple(words))
    return found


@pytest.mark.parametrize("file", READMES, ids=name)
def test_a_readme_is_read_once(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.split()) <= MOST_WORDS
    assert complaints(text) == []


@pytest.mark.parametrize("file", PAPERS, ids=name)
def test_what_a_paper_names_is_there(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert dead_links(text, file) == []
    if file.name != "CHANGELOG.md":  # which tells of files as they were
        assert COMMIT.findall(text) == []
        assert missing(text, file) == []


MODULES = sorted(
    file for folder in ("kiosk", "vision", "hardware", "league") for file in (HOUSE / folder).rglob("*.py")
)


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_a_module_names_only_files_that_are_there(file: Path) -> None:
    named = re.findall(r"(?<![\w.*/-])[\w-]+(?:/[\w.-]+)*\.(?:py|md)\b", file.read_text(encoding="utf-8"))
    assert [word for word in named if not exists(word, file)] == []


SHOWN = sorted({words for file in PAPERS for words in commands(file.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("words", SHOWN, ids=" ".join)
def test_a_command_that_a_paper_shows_is_there(words: tuple[str, ...]) -> None:
    assert CliRunner().invoke(app, [*words, "--help"]).exit_code == 0


def test_what_is_wrong_in_a_paper_is_seen() -> None:
    here = HOUSE / "kiosk" / "README.md"
    assert complaints("counted at 7133eaf, formerly 12") == ["7133eaf", "formerly"]
    assert complaints("1234567 dice on 2026-11-26, defaced, `#a1b2c3d`") == []
    assert missing("`kiosk/evening.py`, `nobody.py`, `pipeline/pipeline.py` and `referee.py`", here) == [
        "kiosk/evening.py",
        "nobody.py",
    ]
    assert dead_links("[a](games/README.md) [b](../README.md#try-it) [c](gone.md) [d](https://x.org/)", here) == [
        "gone.md"
    ]
    assert commands("`dice-table service install --root F` or dice-table history 12") == {
        ("service", "install"),
        ("history",),
    }
    assert CliRunner().invoke(app, ["fly", "--help"]).exit_code != 0
