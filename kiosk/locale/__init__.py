"""Catalogues: English is in the code, every other language is one file here.

`translate` is the only place where a `Text` becomes a sentence. `python -m workshop.catalogues` brings the catalogues
up to date with the code.
"""

import io
import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from kiosk.games.text import Text, say, seat_name

SOURCE_LANGUAGE = "en"
NARROW = "\u202f"
"""The narrow no-break space of French typography."""

NO_BREAK = "\u00a0"
"""No line begins with a middle dot."""

_SEAT = seat_name(0).message
_PLACE = re.compile(r"(?P<of>\bde )?(?P<whole>\{(?P<name>\w+)\})")
"""With a French "de" before it, which loses its vowel before another."""
_VOWELS = tuple("aàâeéèêëiîïoôuùûœ")


GROUPED = 10_000
"""Whole numbers from here on are written in groups of three digits."""
NUMBER = say("1,234.5")
"""How a language writes numbers."""
PAIR, MORE = say("{rest} and {last}"), say("{rest}, and {last}")
"""The ends of a list: of two, and of more, whose others have a comma between them."""


def languages() -> tuple[str, ...]:
    """Every language there is, the code's own first."""
    catalogues = (entry.name.partition(".") for entry in files(__name__).iterdir())
    return SOURCE_LANGUAGE, *sorted({name for name, _, kind in catalogues if kind in {"po", "mo"}})


def translate(text: Text | str, language: str, names: Sequence[Text | str] = ()) -> str:
    """The sentence in a language, with its values put in and its typography set.

    Values that are texts are translated too, lists of them joined as the language does; `seat_name` becomes the
    player's name out of `names`. A name that somebody wrote is no `Text`, and stays as it is. A message missing from
    the catalogue, or a language without one, comes out in English.
    """
    if isinstance(text, str):
        return text
    values = dict(text.values)
    if text.message == _SEAT and set(values) == {"seat"}:
        seat = values["seat"]
        return translate(names[seat], language) if isinstance(seat, int) and seat < len(names) else str(seat)
    count = values.get("n")
    catalogue = _catalogue(language)
    if text.plural is not None and isinstance(count, int):
        message = catalogue.ngettext(text.message, text.plural, count)
    else:
        message = catalogue.gettext(text.message)
    message = _typeset(message, language)

    def put(value: object) -> str:
        if isinstance(value, Text):
            return translate(value, language, names)
        if isinstance(value, (tuple, list)):
            return _listed([put(one) for one in value], language)
        return number(value, language) if isinstance(value, int) and value >= GROUPED else str(value)

    def filled(place: re.Match[str]) -> str:
        value, before = put(values.get(place["name"], place["whole"])), place["of"] or ""
        return "d’" + value if before and value.lower().startswith(_VOWELS) else before + value

    return _PLACE.sub(filled, message)


def _listed(words: Sequence[str], language: str) -> str:
    if len(words) < 2:
        return "".join(words)
    ending = PAIR if len(words) == 2 else MORE
    return translate(Text(ending.message, (("last", words[-1]), ("rest", ", ".join(words[:-1])))), language)


def number(value: float, language: str) -> str:
    """A number as it is written in a language, with up to twelve digits after its point or comma."""
    sample = translate(NUMBER, language)
    written = f"{Decimal(str(value)):,.12f}".rstrip("0").rstrip(".")
    return written.translate(str.maketrans(",.", sample[1] + sample[5]))


@cache
def _catalogue(language: str) -> NullTranslations:
    built, file = (files(__name__).joinpath(f"{language}.{kind}") for kind in ("mo", "po"))
    if built.is_file():
        return GNUTranslations(io.BytesIO(built.read_bytes()))
    if not file.is_file():
        return NullTranslations()
    # A checkout, whose catalogues nobody has compiled.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(file.read_bytes()), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def _typeset(message: str, language: str) -> str:
    message = message.replace("'", "’").replace(" · ", f"{NO_BREAK}· ")
    if language == "fr":
        message = re.sub(r"\s*([!?:;»])", NARROW + r"\1", message)
        message = re.sub(r"«\s*", "«" + NARROW, message)
    return message
