"""The pages of a league, as a Starlette application."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import as_file, files
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kiosk.locale import languages
from kiosk.match.online import CODE_LETTERS
from league.pages import words
from league.pages.admin import Admin
from league.pages.limits import Limits
from league.pages.match_story import Teller
from league.pages.players import Players, names_of, row
from league.pages.rendering import HEADERS, Looks
from league.pages.search import find
from league.server.admin_store import Office
from league.server.reading import LeagueReader
from league.server.store import Store

logger = logging.getLogger(__name__)

BEAT_S = 0.4
"""How often it is looked whether a table has said anything, for all who watch together."""
QUIET_S = 20.0
"""After so long without news a watching page hears that the line still stands."""
CODE = re.compile(rf"[0-9a-f]{{{CODE_LETTERS}}}")
"""Of a match."""
SESSION_S = 8 * 3600
DICE = 12
"""Tables whose dice are on one page."""


class Pages:
    """What each address answers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reading, self._teller, self._looks = LeagueReader(store), Teller(), Looks()
        self._beat = self._reading.beat()
        self._ends = False

    def live(self, request: Request) -> Response:
        """The tables that play now, and the latest matches."""
        tables: list[dict[str, Any]] = []
        titles, people = self._reading.places(), self._reading.people()
        for place in self._reading.live():
            record, entries = self._store.match(place["current"])
            try:
                standing = self._teller.standing(record, entries)
            except Exception as error:  # noqa: BLE001  a table of another version, or one that lies, hides no other
                logger.info("Match %s cannot be shown (%s).", place["current"], type(error).__name__)
                continue
            tables.append({"place": place, "record": record, "standing": standing, "code": place["current"]})
        tables.sort(key=lambda one: one["standing"].over or not one["place"]["online"])
        latest = [row(one, people) for one in self._reading.ended(latest=20)]
        page = "_tables.html" if "part" in request.query_params else "live.html"
        return self._looks.page(request, page, tables=tables, latest=latest, titles=titles, beat=self._beat)

    def table(self, request: Request) -> Response:
        """The league table of a season and a game."""
        seasons = self._reading.seasons()
        season, game = request.query_params.get("season", ""), request.query_params.get("game", "")
        if (season, game) not in seasons:
            of_season = [one for one in seasons if one[0] == season] or [one for one in seasons if one[1] == game]
            season, game = (of_season or seasons or [("", "")])[0]
        people, titles = self._reading.people(), self._reading.places()
        rows = [*enumerate(self._reading.table(season, game), 1)] if season else []
        return self._looks.page(
            request,
            "standings.html",
            found=find(request, rows, lambda one: names_of(people[one[1].player], titles)),
            season=season,
            game=game,
            seasons=sorted({one for one, _ in seasons}, reverse=True),
            games=sorted({one for _, one in seasons}),
            people=people,
            titles=titles,
        )

    def match(self, request: Request) -> Response:
        """A match, throw by throw."""
        code = request.path_params["code"]
        heading = self._reading.heading(code)
        if heading is None:
            # Whoever points a phone at the table's screen may be faster than the table's line.
            coming = CODE.fullmatch(code) and not self._reading.has(code)
            return (
                self._looks.page(request, "coming.html", status=404, beat=self._beat)
                if coming
                else self._looks.missing(request)
            )
        record, entries = self._store.match(code)
        try:
            title, told, late = self._teller.told(record, entries)
            standing = self._teller.standing(record, entries)
        except Exception:  # noqa: BLE001  as above
            return self._looks.missing(request)
        return self._looks.page(
            request,
            "match.html",
            title=title,
            told=told,
            late=late,
            standing=standing,
            record=record,
            heading=heading,
            titles=self._reading.places(),
        )

    def dice(self, request: Request) -> Response:
        """How the dice of each table fall."""
        titles = self._reading.places()
        found = find(request, [*self._reading.dice().items()], lambda one: [titles[one[0]]], DICE)
        return self._looks.page(request, "dice.html", found=found, titles=titles)

    def plays(self, request: Request) -> Response:
        """The best plays."""
        people, titles = self._reading.people(), self._reading.places()
        plays, ranked = self._reading.plays(), bool(self._reading.played())
        return self._looks.page(request, "plays.html", plays=plays, ranked=ranked, people=people, titles=titles)

    def refused(self, request: Request, error: Exception) -> Response:
        """Whatever is not there, or not to be asked for so."""
        status = getattr(error, "status_code", 404)
        return self._looks.trouble(request, status, words.NOT_FOUND if status == 404 else words.NOT_SO)

    def too_many(self, request: Request) -> Response:
        """Who asks for more than one address may."""
        return self._looks.trouble(request, 429, words.TOO_MANY, words.TOO_MANY_ABOUT, {"Retry-After": "5"})

    def broken(self, request: Request, _: Exception) -> Response:
        """What nobody foresaw, which is in the log then."""
        return self._looks.trouble(request, 500, words.BROKEN, words.BROKEN_ABOUT)

    async def events(self, request: Request) -> Response:
        """Server-sent events: one for every change at any table."""

        async def news() -> AsyncIterator[str]:
            # The first one says how it is now: a page that is older fetches what it missed.
            known, quiet = -1, 0.0
            yield "retry: 3000\n\n"
            while not self._ends and not await request.is_disconnected():
                if self._beat != known:
                    known, quiet = self._beat, 0.0
                    yield f"data: {known}\n\n"
                elif quiet >= QUIET_S:
                    quiet = 0.0
                    yield ": still here\n\n"
                await asyncio.sleep(BEAT_S)
                quiet += BEAT_S

        return StreamingResponse(news(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    def end(self) -> None:
        """Let go of all who watch: the server waits for them."""
        self._ends = True

    async def watch(self) -> None:
        """Look at the database for all who watch, for ever."""
        while True:
            try:
                self._beat = await asyncio.to_thread(self._reading.beat)
            except Exception:  # noqa: BLE001  a database that is away for now comes back
                await asyncio.sleep(1)
            await asyncio.sleep(BEAT_S)


def application(store: Store) -> Starlette:
    """The pages of the league that `store` keeps; `state.end` is called before they end."""
    office = Office(store)
    pages, reading, looks = Pages(store), LeagueReader(store), Looks()
    admin, players = Admin(office, reading, looks), Players(office, reading, looks)
    routes = [
        Route("/", pages.live),
        Route("/events", pages.events),
        Route("/standings", pages.table),
        Route("/match/{code:str}", pages.match),
        Route("/dice", pages.dice),
        Route("/plays", pages.plays),
        *players.routes(),
        *admin.routes(),
        Mount("/fonts", StaticFiles(directory=_folder("assets", "fonts"))),
        Mount("/static", StaticFiles(directory=_folder("league.pages", "static"))),
    ]

    @asynccontextmanager
    async def begin(_: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(pages.watch())
        yield
        watching.cancel()

    app = Starlette(
        routes=routes,
        exception_handlers={HTTPException: pages.refused, Exception: pages.broken},
        lifespan=begin,
        middleware=[
            Middleware(Limits, refuse=pages.too_many),
            Middleware(BaseHTTPMiddleware, dispatch=_guard),
            Middleware(SessionMiddleware, secret_key=office.key(), same_site="strict", max_age=SESSION_S),
        ],
    )
    app.state.end = pages.end
    return app


async def _guard(request: Request, call_next: RequestResponseEndpoint) -> Response:
    """What every answer says to browsers; and the language that somebody chose is kept."""
    answer = await call_next(request)
    answer.headers.update(HEADERS)
    chosen = request.query_params.get("lang")
    if chosen in languages():
        answer.set_cookie("lang", chosen, max_age=365 * 86400, samesite="lax")
    return answer


def _folder(package: str, name: str) -> str:
    with as_file(files(package).joinpath(name)) as place:
        return str(place)
