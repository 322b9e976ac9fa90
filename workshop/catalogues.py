"""`python -m workshop.catalogues [LANGUAGE…]`: update the catalogues (or begin new ones), list what is untranslated.

Every literal call of `say` is a message.

Babel's own reader of Python takes a keyword's arguments all or none, and `say` has one or two; hence this one.
"""

import ast
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from kiosk.locale import SOURCE_LANGUAGE, languages

HOUSE = Path(__file__).resolve().parent.parent
PACKAGES = ("kiosk", "league")
"""Those that have sentences."""
CATALOGUES = HOUSE / "kiosk" / "locale"
HEADER = """\
# The sentences of the Dice Table. Update with: python -m workshop.catalogues
"""


def calls(file: Path) -> Iterator[tuple[int, tuple[str, ...] | None]]:
    """Every call of `say` in a module or a page: its line, message and plural; None if those are no literals."""
    source = file.read_text("utf-8")
    if file.suffix == ".html":
        for call in Environment(autoescape=True).parse(source).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "say":
                yield call.lineno, _literals(call.args, nodes.Const)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in {"say", "text.say"}:
            yield node.lineno, _literals(node.args, ast.Constant)


def _literals(arguments: Sequence[Any], constant: Any) -> tuple[str, ...] | None:
    words = tuple(one.value for one in arguments if isinstance(one, constant) and isinstance(one.value, str))
    return words if len(words) == len(arguments) else None


def modules() -> list[Path]:
    """Every module, and every template of a page, that may hold sentences."""
    return sorted(file for name in PACKAGES for kind in ("py", "html") for file in (HOUSE / name).rglob(f"*.{kind}"))


def template() -> Catalog:
    """All messages of the code, untranslated, each with where it stands."""
    catalog = Catalog(charset="utf-8")
    for module in modules():
        for _, words in calls(module):
            if words is not None and any(words):
                place = (module.relative_to(HOUSE).as_posix(), 0)
                catalog.add(words if len(words) > 1 else words[0], locations=[place])
    return catalog


def catalogue(language: str) -> Catalog:
    """A language's catalogue as it is; an empty one for a new language."""
    file = CATALOGUES / f"{language}.po"
    if not file.is_file():
        return Catalog(locale=language, charset="utf-8")
    return read_po(io.BytesIO(file.read_bytes()), locale=language)


def update(language: str) -> list[str]:
    """Write a catalogue anew: what is new comes in empty, what is gone goes; returns what is untranslated."""
    catalog = catalogue(language)
    made = catalog.creation_date
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.creation_date = made
    catalog.header_comment = HEADER
    catalog.project, catalog.version, catalog.fuzzy = "Dice Table", "", False
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = ""
    for message in catalog:
        message.locations = sorted({(file, 0) for file, _ in message.locations})
    written = io.BytesIO()
    write_po(written, catalog, width=120, sort_by_file=True, include_lineno=False, omit_header=False)
    (CATALOGUES / f"{language}.po").write_bytes(written.getvalue())
    return [str(message.id) for message in catalog if message.id and not all(_strings(message.string))]


def _strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string or "",) if string is None or isinstance(string, str) else tuple(string)


def main() -> int:
    """Update; fails while something is untranslated."""
    left = 0
    for language in sys.argv[1:] or [name for name in languages() if name != SOURCE_LANGUAGE]:
        for message in update(language):
            print(f"{language}: {message}")
            left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
