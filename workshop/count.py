"""How large the house is, folder by folder, now or at a revision: `python -m workshop.count [--at REVISION]`.

Lines of code have no blanks, comments or docstrings; a statement is one of Python's own (`ast.stmt`, docstrings left
out), which no line made denser makes fewer.
"""

import argparse
import ast
import io
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import TypeGuard

HOUSE = Path(__file__).resolve().parent.parent
GROUPS = {
    "workshop": ("workshop", "vision/training", "tests/benchmarks", "tests/workshop", "tests/vision/training"),
    "tests of the league": ("tests/league", "tests/helpers/league"),
    "tests": ("tests",),
    "league": ("league",),
    "product": ("kiosk", "vision", "hardware"),
}
"""What is counted together, and its folders, also as they were called before; the first that fits counts."""
DEPTH = {"kiosk": 2, "vision": 2, "hardware": 2, "league": 2, "tests": 3, "workshop": 2}
"""How many folders of a path are told apart."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of one module, or of many."""

    modules: int = 0
    lines: int = 0
    code: int = 0
    statements: int = 0
    comments: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


def size(source: str) -> Size:
    """A module's; a string that stands alone, as below a constant, is a docstring, too."""
    lines = [line.strip() for line in source.splitlines()]
    nodes = list(ast.walk(ast.parse(source)))
    texts = [node for node in nodes if is_text(node)]
    text = {line for node in texts for line in range(node.lineno - 1, node.end_lineno or node.lineno)}
    code = sum(bool(line) and not line.startswith("#") and at not in text for at, line in enumerate(lines))
    statements = sum(isinstance(node, ast.stmt) for node in nodes) - len(texts)
    return Size(1, len(lines), code, statements, sum(line.startswith("#") for line in lines))


def is_text(node: ast.AST) -> TypeGuard[ast.Expr]:
    """Whether it is a string that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def sources(revision: str | None) -> Iterator[tuple[str, str]]:
    """Every module that Git knows, as it lies here or as it was."""
    if revision is None:
        listed = subprocess.run(["git", "ls-files", "*.py"], cwd=HOUSE, check=True, capture_output=True, text=True)
        yield from ((name, (HOUSE / name).read_text("utf-8")) for name in listed.stdout.splitlines())
        return
    packed = subprocess.run(["git", "archive", revision], cwd=HOUSE, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            if member.name.endswith(".py") and (file := archive.extractfile(member)):
                yield member.name, file.read().decode()


def counted(revision: str | None) -> Mapping[str, Mapping[str, Size]]:
    """The size of each folder, by group."""
    found: dict[str, dict[str, Size]] = {group: defaultdict(Size) for group in reversed(GROUPS)}
    for name, source in sources(revision):
        group = next((group for group, roots in GROUPS.items() if name.startswith(tuple(f"{r}/" for r in roots))), None)
        if group is not None:
            folders = name.split("/")[:-1]
            found[group]["/".join(folders[: DEPTH[folders[0]]])] += size(source)
    return found


def main() -> None:
    """Print a table for each group."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", metavar="REVISION", help="as Git calls it, as in HEAD~3; without it, what lies here")
    heads = [field.name for field in fields(Size)]
    for group, folders in counted(parser.parse_args().at).items():
        print(f"\n{group:34}" + "".join(f"{head:>11}" for head in heads))
        whole = sum(folders.values(), Size())
        for name, found in [*sorted(folders.items()), ("together", whole)]:
            print(f"{name:34}" + "".join(f"{number:11,}" for number in astuple(found)))


if __name__ == "__main__":
    main()
