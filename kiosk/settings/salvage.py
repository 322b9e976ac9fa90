"""What can be understood of a settings file that is not as it should be: all its lines but the wrong ones."""

from __future__ import annotations

import codecs
import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

LARGEST_BYTES = 256 * 1024
"""A file that explains every setting has 4 KB: what is larger is something else."""
LONGEST = 60
"""Letters of a wrong line that are said again."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SPACES = {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200b": "", "\ufeff": ""}
"""Spaces that nobody sees, from web pages: no setting needs them."""
_HEADER = re.compile(r"\s*\[+\s*[A-Za-z_]")
_BEGINS = re.compile(r"""\s*(?:\[+\s*[A-Za-z_]|["']?[A-Za-z_][\w.\-"']*\s*=)""")
_UNQUOTED = re.compile(r"\s*[\w.\-]+\s*=\s*(?!true\b|false\b)[A-Za-z/~][^\"'\[\]]*$")
_TYPESET = "“”„‟«»‘’‚"


class WrongLine(NamedTuple):
    """A line that says nothing: its number from 1, what stands there, and why it can't be read."""

    line: int
    written: str
    why: str


def decoded(content: bytes) -> str | None:
    """The text of a file as editors of all systems write it; None if it is no text."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    if len(content) > LARGEST_BYTES:
        return None
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")  # what an editor of Windows writes where it was not asked
    if "\0" in text:
        return None
    for space, instead in _SPACES.items():
        text = text.replace(space, instead)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def salvaged(text: str) -> tuple[str, dict[str, Any], list[WrongLine]]:
    """The text with nothing in place of the wrong lines, what it says, and what was wrong."""
    try:
        return text, tomllib.loads(text), []
    except tomllib.TOMLDecodeError:
        good, wrong = [], []
        for lines, why in _statements(text.split("\n")):
            if why is not None:
                wrong.append(why)
            good += lines if why is None else [""] * len(lines)
        # A table whose name can't be read takes what stands under it along: elsewhere it would mean another thing.
        whole = "\n".join(good)
        return whole, tomllib.loads(whole), wrong


def _statements(lines: list[str]) -> Iterator[tuple[list[str], WrongLine | None]]:
    """The lines of each setting, which may be several, and what is wrong with them."""
    good: list[str] = []
    at, lost = 0, False
    while at < len(lines):
        end = _end(good, lines, at)
        if lost and not _HEADER.match(lines[at]):
            end = end or at + 1
            yield lines[at:end], _under_a_wrong_header(at, lines[at])
        elif end is not None:
            lost = False
            yield lines[at:end], None
            good += lines[at:end]
            at = end
            continue
        else:
            end = next((n for n in range(at + 1, len(lines)) if _BEGINS.match(lines[n])), len(lines))
            lost = bool(_HEADER.match(lines[at]))
            yield lines[at:end], WrongLine(at + 1, lines[at].strip()[:LONGEST], _why(good, lines[at]))
        good += [""] * (end - at)
        at = end


def _under_a_wrong_header(at: int, line: str) -> WrongLine | None:
    said = line.split("#", maxsplit=1)[0].strip()
    return WrongLine(at + 1, said[:LONGEST], "nobody knows the table that it stands in") if said else None


def _end(good: list[str], lines: list[str], start: int) -> int | None:
    """The line after the setting that begins at `start`; None if it can't be read, however many lines it takes."""
    for end in range(start + 1, len(lines) + 1):
        if end > start + 1 and _BEGINS.match(lines[end - 1]):
            return None
        try:
            tomllib.loads("\n".join([*good, *lines[start:end]]))
        except tomllib.TOMLDecodeError:
            continue
        return end
    return None


def _why(good: list[str], line: str) -> str:
    if any(mark in line for mark in _TYPESET):
        return 'straight quotes, ", are wanted'
    if _UNQUOTED.match(line.split("#", maxsplit=1)[0]):
        return 'words stand between quotes, "'
    if "=" not in line and not line.lstrip().startswith("["):
        return "a setting is written: name = value"
    try:
        tomllib.loads("\n".join([*good, line]))
    except tomllib.TOMLDecodeError as error:
        return re.sub(r" \(at .*\)$", "", str(error))
    return "it does not end"
