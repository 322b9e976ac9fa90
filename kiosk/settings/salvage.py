"""Reads a settings file setting by setting, so that one wrong line does not take the others with it.

Python's TOML reader gives up at the first mistake; so each setting is given to it by itself, under its table's header.
"""

import codecs
import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

from kiosk.settings.mistakes import overlaid

LARGEST_BYTES = 64 * 1024
"""A file has up to 64 KiB: one that explains every setting has 4."""
MOST_LINES = 40
"""A setting spans up to 40 lines: the longest list has seven values."""
MOST_SETTINGS = 500
"""A file sets up to 500 things: there are some sixty settings."""
LONGEST_HEADER = 100
"""A table's header has up to 100 letters."""
DEEPEST = 4
"""Tables and lists are nested up to 4 deep; panel.buttons has three."""
LONGEST = 60
"""A mistake repeats up to 60 letters of a wrong line."""

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SPACES = {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200b": "", "\ufeff": ""}
"""Invisible or unusual spaces, as copied from web pages, and what they become."""
_HEADER = re.compile(r"\s*\[+\s*[A-Za-z_]")
_BEGINS = re.compile(r"""\s*(?:\[+\s*[A-Za-z_]|["']?[A-Za-z_][\w.\-"']*\s*=)""")
_GOES_ON = re.compile(r"""=.*(\[|\"{3}|'{3})""")
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
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")  # what older editors of Windows write
    if "\0" in text:
        return None
    for space, instead in _SPACES.items():
        text = text.replace(space, instead)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parsed(text: str) -> dict[str, Any]:
    """What some lines of TOML say.

    Raises:
        ValueError: what is wrong with them, in a few words.
    """
    try:
        values = tomllib.loads(text)
        deep = _depth(values) > DEEPEST
    except RecursionError:
        deep = True
    except ValueError as error:  # more than TOMLDecodeError: Python refuses numbers of thousands of digits
        raise ValueError(re.sub(r" \(at .*\)$", "", str(error))) from error
    if deep:
        raise ValueError("nothing that can be set is nested as deep")
    return values


def settings_in(text: str) -> Iterator[tuple[int, dict[str, Any]] | WrongLine]:
    """Every setting of a file in turn: its line, from 1, and its value inside the tables that lead to it.

    Settings under a wrong header are wrong too: nobody knows where they belong.
    """
    lines = text.split("\n")
    header, lost, at, found = "", False, 0, 0
    whole: dict[str, Any] = {}
    while at < len(lines):
        begins, line = at, lines[at].strip()
        at += 1
        if not line or line.startswith("#"):
            continue
        found += 1
        if found > MOST_SETTINGS:
            yield WrongLine(at, line[:LONGEST], f"no more than {MOST_SETTINGS} lines set something")
            return
        is_header = _HEADER.match(line) is not None
        values, at = _setting("" if is_header else header, lines, begins)
        if lost and not is_header:
            why = "nobody knows the table that it stands in"
        elif values is None or (is_header and len(line) > LONGEST_HEADER):
            why = _why(lines[begins])
        elif _set_before(whole, values):
            why = "it is set before"
        else:
            lost, header, whole = False, line if is_header else header, overlaid(whole, values)
            yield begins + 1, values
            continue
        lost = lost or is_header
        yield WrongLine(begins + 1, line[:LONGEST], why)


def _setting(header: str, lines: list[str], begins: int) -> tuple[dict[str, Any] | None, int]:
    """The setting that begins in this line, under its header, and the line after it; None if it can't be read."""
    most = MOST_LINES if _GOES_ON.search(lines[begins]) else 1
    # A list or a text may go on: lines are added until they are valid TOML.
    for end in range(begins + 1, min(len(lines), begins + most) + 1):
        try:
            return parsed("\n".join([header, *lines[begins:end]])), end
        except ValueError:
            continue
    return None, next((n for n in range(begins + 1, len(lines)) if _BEGINS.match(lines[n])), len(lines))


def _set_before(whole: dict[str, Any], values: dict[str, Any]) -> bool:
    """Whether one of the values is set already, or is a table in one place and a value in the other."""
    both = ((whole[key], value) for key, value in values.items() if key in whole)
    return any(
        not (isinstance(before, dict) and isinstance(value, dict)) or _set_before(before, value)
        for before, value in both
    )


def _depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0) if isinstance(value, (dict, list)) else 0


def _why(line: str) -> str:
    if any(mark in line for mark in _TYPESET):
        return 'straight quotes, ", are wanted'
    if _UNQUOTED.match(line.split("#", maxsplit=1)[0]):
        return 'words stand between quotes, "'
    if "=" not in line and not line.lstrip().startswith("["):
        return "a setting is written: name = value"
    try:
        parsed(line)
    except ValueError as error:
        return str(error)
    return "it does not end"
