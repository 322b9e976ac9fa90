"""What no linter knows of this house: how large its pieces may be, and that what it names is there."""

import ast
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from kiosk.commands.base import app

HOUSE = Path(__file__).resolve().parent.parent
PRODUCT = ("kiosk", "vision", "hardware", "assets", "league")
TRAINING = "workshop/training/"
FUNCTION_LINES = 60
ARGUMENTS = 8
"""Of a constructor, besides `self`."""
MODULES = 25
"""In one folder."""
AT_THE_DOOR = 6
"""Modules in kiosk/ itself."""
README_WORDS = 1500

# Each may stand in one file alone.
ONCE = {
    r"""body(?:\.get\(|\[)["'](?:index|length|roll|keep|stop|lead|leave)\b""": "kiosk/match/log.py",
    r"\bDoubt\(DoubtKind\.COUNT": "vision/types.py",
}
NOT_EVERYWHERE = r"preexec_fn=|process_group=|%-[a-zA-Z]\b"
"""What Windows lacks and mypy does not know of: it writes %#d for a day without its zero."""
COMMIT = re.compile(r"(?<![\w./#-])(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w-])")
HISTORY = re.compile(r"\b(?:formerly|the version before|not kept|used to be)\b", re.IGNORECASE)
PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/?")
SUFFIXES = (".py", ".md", ".png", ".jpg", ".xz", ".onnx", ".wav", ".toml", ".po", ".service", ".json", ".sql")
ELSEWHERE = {
    *("matches.sqlite3", "matches.jsonl", "league.sqlite3", "soak.jsonl"),
    *("zinc.token", "league.token", "zinc.toml", "config.toml", "display-manager.service"),
    *("dice.png", "photo.jpg", "report.zip", "nell-byler__dice_detection/IMG_20191209_095439.jpg"),
    *("mon.py", "rotation.py"),
}
"""What a command or an example makes, what is the system's, the rig's and the measuring set's."""

FILES = {
    file.relative_to(HOUSE).as_posix(): file
    for file in sorted(HOUSE.rglob("*"))
    if not any(
        part.startswith(".") or part in {"__pycache__", "build", "dist"} for part in file.relative_to(HOUSE).parts
    )
}
NAMES = {file.name for file in FILES.values()}
TEXTS = {name: file.read_text(encoding="utf-8") for name, file in FILES.items() if file.suffix in {".py", ".md"}}


def there(word: str, beside: str) -> bool:
    """Whether there is such a file: from the top or beside who names it; of a name alone, anywhere."""
    if "/" not in word.rstrip("/") and not NAMES.isdisjoint({word.rstrip("/"), f"{word}.xz"}):
        return True
    return any((root / word).exists() for root in (HOUSE, FILES[beside].parent))


def of_sizes(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{node.name} has {lines} lines"
            arguments = len([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]) - 1
            if node.name == "__init__" and arguments > ARGUMENTS:
                yield f"a constructor has {arguments} arguments, line {node.lineno}"


def of_folders() -> Iterator[str]:
    modules = (name for name in TEXTS if name.endswith(".py") and not name.startswith(TRAINING))
    held = Counter(name.rpartition("/")[0] for name in modules)
    yield from (f"{folder} holds {count} modules" for folder, count in held.items() if count > MODULES)
    if held["kiosk"] > AT_THE_DOOR:
        yield f"kiosk itself holds {held['kiosk']} modules"


def of_product(name: str, text: str) -> Iterator[str]:
    named = re.findall(r"(?<![\w.*/-])[\w-]+(?:/[\w.-]+)*\.(?:py|md)\b", text)
    yield from (f"names {word}, which is not there" for word in named if not there(word, name))
    for pattern, home in ONCE.items():
        yield from (f"{found}: this stands in {home} alone" for found in re.findall(pattern, text) if name != home)
    if not name.startswith("kiosk/appliance/"):
        yield from (f"{found}: not every system has this" for found in re.findall(NOT_EVERYWHERE, text))


def of_paper(name: str, text: str) -> Iterator[str]:
    for target in re.findall(r"\]\(([^)#\s]+)[^)\s]*\)", text):
        if "://" not in target and not (FILES[name].parent / target).exists():
            yield f"a link leads to {target}, which is not there"
    for words in sorted(commands(text)):
        if CliRunner().invoke(app, [*words, "--help"]).exit_code:
            yield f"shows dice-table {' '.join(words)}, which is no command"
    if name == "CHANGELOG.md":  # it tells of files as they were
        return
    yield from (f"names commit {found}" for found in COMMIT.findall(text))
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    for word in " ".join(re.findall(r"`([^`\n]+)`", prose)).split():
        means_a_file = PATH.fullmatch(word) and ("/" in word or word.endswith(SUFFIXES))
        if means_a_file and word not in ELSEWHERE and not word.startswith(("-", "http")) and not there(word, name):
            yield f"names {word}, which is not there"
    if name.endswith("README.md"):
        if len(text.split()) > README_WORDS:
            yield f"has {len(text.split())} words, of at most {README_WORDS}"
        yield from (f"tells what was: {found}" for found in HISTORY.findall(text))


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


def of_powershell(text: str) -> Iterator[str]:
    for what in ("run", "test"):
        [shell] = re.findall(rf"<!-- {what} command -->\n```sh\n(.*)\n```", text)
        [power] = re.findall(rf"<!-- PowerShell: {what} command -->\n```powershell\n(.*)\n```", text)
        if power != shell.replace("python3 ", "py ").replace(" &&", ";").replace(".venv/bin/", ".venv\\Scripts\\"):
            yield f"says another {what} command for PowerShell"


def of_quick(text: str) -> Iterator[str]:
    for left_out in re.findall(r'^ {8}"(.+)",$', text, re.MULTILINE):
        if f"tests/{left_out}" not in FILES:
            yield f"leaves out {left_out}, which is not there"


def complaints() -> Iterator[str]:
    yield from of_folders()
    yield from (f"README.md: {found}" for found in of_powershell(TEXTS["README.md"]))
    yield from (f"tests/helpers/quick.py: {found}" for found in of_quick(TEXTS["tests/helpers/quick.py"]))
    for name, text in TEXTS.items():
        found: list[str] = []
        if name.endswith(".md"):
            found += of_paper(name, text)
        elif not name.startswith(TRAINING):
            found += of_sizes(text)
            if name.startswith(PRODUCT):
                found += of_product(name, text)
        yield from (f"{name}: {one}" for one in found)


if __name__ == "__main__":
    found = list(complaints())
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
