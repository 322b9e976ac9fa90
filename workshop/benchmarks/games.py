"""How small a game's file is, and what it shares: `python -m workshop.benchmarks.games`.

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


def code_lines(module: str, *, catalogue: bool = False) -> int:
    """Lines of a module of kiosk/games that hold code; or only those with what it declares and says of itself."""
    return len(_lines(file_of(module).read_bytes(), catalogue=catalogue))


def _lines(source: bytes, *, catalogue: bool) -> set[int]:
    tokens = tokenize.tokenize(io.BytesIO(source).readline)
    lines = {line for t in tokens if t.type not in SILENT for line in range(t.start[0], t.end[0] + 1)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int(last)):
                lines -= set(range(first, last + 1))
    return {line for line in lines if line in _declared(ast.parse(source))} if catalogue else lines


def _declared(tree: ast.Module) -> set[int]:
    """Lines of a game's class attributes (house rules, presets, rules in words) and of its lesson."""
    bodies = [node for known in tree.body if isinstance(known, ast.ClassDef) for node in known.body]
    found = [
        node
        for node in bodies
        if isinstance(node, ast.Assign | ast.AnnAssign) or (isinstance(node, ast.FunctionDef) and node.name == "lesson")
    ]
    return {line for node in found for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


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
    print("| game | lines of code | rules | catalogue | stands on |\n|---|---|---|---|---|")
    for game in games:
        every, said = code_lines(game), code_lines(game, catalogue=True)
        print(f"| `{game}` | {every} | {every - said} | {said} | {', '.join(sorted(stands_on[game]))} |")
    users = Counter(name for names in stands_on.values() for name in names)
    print("\n| shared | lines of code | games on it | what for |\n|---|---|---|---|")
    for name, count in users.most_common():
        purpose = (inspect.getdoc(import_module(_dotted(file_of(name)))) or "").partition("\n")[0]
        print(f"| `{name}.py` | {code_lines(name)} | {count} | {purpose} |")


if __name__ == "__main__":
    main()
