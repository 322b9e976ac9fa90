"""How large the pieces of the house may be: what is longer than this is not taken in at one reading."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from quick import SLOW

HOUSE = Path(__file__).resolve().parent.parent
FILES = [
    file
    for folder in ("kiosk", "vision", "hardware", "assets", "league", "tests")
    for file in sorted((HOUSE / folder).rglob("*.py"))
    if not file.is_relative_to(HOUSE / "vision" / "training")
]
FUNCTION_LINES = 60
ARGUMENTS = 8
"""Of a constructor, besides `self`."""
MODULES = 25
"""In one folder."""
AT_THE_DOOR = 6
"""Modules in kiosk/ itself."""


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    said = function.args
    return len([*said.posonlyargs, *said.args, *said.kwonlyargs]) - 1


def complaints(source: str) -> list[str]:
    """What is too long in a module."""
    found = []
    for function in functions(ast.parse(source)):
        if lines(function) > FUNCTION_LINES:
            found.append(f"{function.name} has {lines(function)} lines")
        if function.name == "__init__" and arguments(function) > ARGUMENTS:
            found.append(f"a constructor has {arguments(function)} arguments, line {function.lineno}")
    return found


def test_functions_and_constructors_are_short() -> None:
    found = {file.relative_to(HOUSE).as_posix(): complaints(file.read_text(encoding="utf-8")) for file in FILES}
    assert {name: long for name, long in found.items() if long} == {}


def test_what_is_too_long_is_seen() -> None:
    long = "def f():\n" + "    pass\n" * FUNCTION_LINES
    assert complaints(long) == ["f has 61 lines"]
    assert complaints(long.removesuffix("    pass\n")) == []
    many = ", ".join(f"a{number}" for number in range(ARGUMENTS))
    assert complaints(f"class C:\n    def __init__(self, {many}, *, b): ...") != []
    assert complaints(f"class C:\n    def __init__(self, {many}): ...") == []


def test_folders_hold_what_an_eye_takes_in() -> None:
    held = Counter(file.parent for file in FILES)
    assert {folder.relative_to(HOUSE).as_posix(): count for folder, count in held.items() if count > MODULES} == {}
    assert held[HOUSE / "kiosk"] <= AT_THE_DOOR


def test_what_is_left_out_of_the_daily_loop_is_there() -> None:
    assert [path for path in SLOW if not path.exists()] == []
