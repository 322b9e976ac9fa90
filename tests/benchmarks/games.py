"""How small a game's file is, and what it shares: `python tests/benchmarks/games.py`.

Lines are those that hold code: no blank lines, comments or docstrings.
"""

from __future__ import annotations

import ast
import inspect
import io
import tokenize
from collections import Counter
from importlib import import_module
from pathlib import Path

from kiosk.games import registry

HOME = Path(registry.__file__).parent


SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def file_of(module: str) -> Path:
    """The file of a module of kiosk/games, or of its families."""
    return next(HOME.rglob(f"{module}.py"))


def code_lines(module: str) -> int:
    """Lines of a module of kiosk/games that hold code."""
    source = file_of(module).read_bytes()
    tokens = tokenize.tokenize(io.BytesIO(source).readline)
    lines = {line for t in tokens if t.type not in SILENT for line in range(t.start[0], t.end[0] + 1)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int(last)):
                lines -= set(range(first, last + 1))
    return len(lines)


def shared(module: str) -> set[str]:
    """The modules of kiosk/games that a module stands on, however far down."""
    tree = ast.parse(file_of(module).read_bytes())
    names = {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    near = {name.rpartition(".")[2] for name in names if name.startswith("kiosk.games.")}
    return near.union(*(shared(name) for name in near))


def _dotted(file: Path) -> str:
    return ".".join(("kiosk.games", *file.relative_to(HOME).with_suffix("").parts))


def main() -> None:
    """Print both tables."""
    games = [game.name for game in registry.games()]
    stands_on = {game: shared(game) for game in games}
    print("| game | lines of code | stands on |\n|---|---|---|")
    for game in games:
        print(f"| `{game}` | {code_lines(game)} | {', '.join(sorted(stands_on[game]))} |")
    users = Counter(name for names in stands_on.values() for name in names)
    print("\n| shared | lines of code | games on it | what for |\n|---|---|---|---|")
    for name, count in users.most_common():
        purpose = (inspect.getdoc(import_module(_dotted(file_of(name)))) or "").partition("\n")[0]
        print(f"| `{name}.py` | {code_lines(name)} | {count} | {purpose} |")


if __name__ == "__main__":
    main()
