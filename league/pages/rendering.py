"""How an answer becomes a page: its template, its language, how names and days are written."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any
from unicodedata import bidirectional

from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse

from kiosk.games.registry import game as rules_of
from kiosk.games.text import Text, say
from kiosk.history.fairness import Fairness
from kiosk.locale import NARROW, NO_BREAK, SOURCE_LANGUAGE, languages, number, translate
from kiosk.match.seating import players
from league.server.outcome import NOBODY
from league.server.reading import Live, rating

PIPS = {1: (5,), 2: (1, 9), 3: (1, 5, 9), 4: (1, 3, 7, 9), 5: (1, 3, 5, 7, 9), 6: (1, 3, 4, 6, 7, 9)}
"""Which of nine places of a face, row by row from 1, have a pip."""
LONGEST_FIND = 60
"""A search has up to 60 letters."""
COUNTED = re.compile(r"(?<=\d) (?=[^\W\d_])")
"""The space between a number and a word."""
WRITTEN = re.compile(r"(?<=\d)-(?=\d)")
"""The hyphen between two dice."""
MONTHS = say("Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec")
QUARTERS = say("1st quarter, 2nd quarter, 3rd quarter, 4th quarter")
"""The seasons of a year."""

RULES = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {"Content-Security-Policy": RULES, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
"""Headers of every answer."""


def isolated(name: str) -> str:
    """A name for a sentence; one written from right to left is isolated, or it would reverse what is beside it."""
    turned = any(bidirectional(sign) in {"R", "AL"} for sign in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if turned else name


ENVIRONMENT = Environment(
    loader=PackageLoader("league.pages"), autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True
)
ENVIRONMENT.filters |= {"pair": lambda value, kept: (value, kept), "isolated": isolated}
ENVIRONMENT.globals |= {"say": say, "rating": rating, "pips": PIPS}


def page(
    request: Request, template: str, *, status: int = 200, headers: Mapping[str, str] | None = None, **values: Any
) -> HTMLResponse:
    """A page from its template; a language chosen in the address is kept in a cookie."""
    language = language_of(request)
    text = ENVIRONMENT.get_template(template).render(
        **_helpers(language),
        language=language,
        other_language=next(code for code in languages() if code != language),
        path=request.url.path,
        query=[(key, value) for key, value in request.query_params.multi_items() if key != "lang"],
        status=status,
        **values,
    )
    answer = HTMLResponse(text, status, headers)
    if request.query_params.get("lang") == language:
        answer.set_cookie("lang", language, max_age=31_536_000, samesite="lax")
    return answer


def card_of(live: Live, language: str) -> str:
    """The card of a table on the first page."""
    return ENVIRONMENT.get_template("_card.html").render(**_helpers(language), one=live)


def trouble(request: Request, error: Exception) -> HTMLResponse:
    """The page for an error: there is no such page, it can't be asked for like this, or something is broken."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return page(request, "trouble.html", status=status)


def language_of(request: Request) -> str:
    """The language chosen now or before; else the first one of those that the browser asks for."""
    asked = request.headers.get("accept-language", "").replace(";", ",").split(",")
    chosen = [request.query_params.get("lang"), request.cookies.get("lang"), *(code.strip()[:2] for code in asked)]
    return next((code for code in chosen if code in languages()), SOURCE_LANGUAGE)


def asked_of(request: Request) -> str:
    """What the reader searches for."""
    return request.query_params.get("find", "").strip().replace("\0", "")[:LONGEST_FIND]


def names(called: Sequence[str], house: Collection[int], language: str) -> Sequence[str]:
    """The names of the seats; the house and forgotten players in that language's words."""
    forgotten = translate(say("Forgotten player"), language)
    found = (translate(player.name, language) for player in players(called, house))
    return [forgotten if name == NOBODY else isolated(name) for name in found]


def t(text: Text | str, called: Sequence[str] = (), *, language: str) -> str:
    """A sentence in a language, with the names of who sits where."""
    return together(translate(text, language, called))


def title_of(name: str, language: str) -> str:
    """A game's title; its bare name if this version does not have the game."""
    try:
        return translate(rules_of(name).title, language)
    except (LookupError, ValueError):  # a game of another version
        return name


def season_of(season: str, language: str) -> str:
    """A season in words: "2026-4" is "4th quarter 2026"."""
    year, _, quarter = season.partition("-")
    return f"{translate(QUARTERS, language).split(', ')[int(quarter) - 1]} {year}"


def together(sentence: str) -> str:
    """A sentence in which no line breaks between a number and its word, nor within written dice as 4-2-1."""
    return WRITTEN.sub("\N{WORD JOINER}-\N{WORD JOINER}", COUNTED.sub(NO_BREAK, sentence))


def percent(share: float, language: str) -> str:
    """A share in percent; the sign stays on the number's line."""
    point = number(0.5, language)[1]
    return f"{100 * share:.1f}".replace(".", point) + (f"{NARROW}%" if language == "fr" else "%")


def day(when: str | float, language: str) -> str:
    """A date and time, given as text or in seconds since 1970, in the server's time zone; it stays on one line."""
    told = datetime.fromisoformat(when) if isinstance(when, str) else datetime.fromtimestamp(when, UTC)
    here = told.astimezone()
    month = translate(MONTHS, language).split(", ")[here.month - 1]
    return f"{here.day} {month} {here.year}, {here:%H:%M}".replace(" ", NO_BREAK)


def figure(value: float, language: str) -> str:
    """A number with at most one decimal."""
    return number(round(value, 1), language)


def fair(fell: Fairness, language: str) -> str:
    """Whether dice fall as fair ones do, in a sentence."""
    return together(fell.sentence(language))


HELPERS = (t, day, figure, fair, percent, names, title_of, season_of)


def _helpers(language: str) -> dict[str, Any]:
    """The functions for templates, in a language."""
    return {helper.__name__: partial(helper, language=language) for helper in HELPERS}
