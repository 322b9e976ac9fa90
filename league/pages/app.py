"""The pages of a league, and where its tables post, as a Starlette application."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import as_file, files
from types import FrameType
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.games.text import say
from kiosk.locale import languages
from kiosk.match.online import CODE_LETTERS
from league.pages.admin import Admin
from league.pages.limits import Limits
from league.pages.match_story import told
from league.pages.news import News
from league.pages.players import Players
from league.pages.rendering import HEADERS, Looks
from league.pages.search import find
from league.pages.tables import Tables
from league.server.admin_store import Office
from league.server.card import card
from league.server.reading import LeagueReader, house_of
from league.server.store import Store

logger = logging.getLogger(__name__)

CODE = re.compile(rf"[0-9a-f]{{{CODE_LETTERS}}}")
"""Of a match."""
STORIES = 256
"""Matches that stay told, for all who read them."""


class Pages:
    """What each address answers."""

    def __init__(self, store: Store, reading: LeagueReader, looks: Looks, *, listed: bool) -> None:
        self._store, self._reading, self._looks = store, reading, looks
        self._listed = listed
        self._stories: OrderedDict[tuple[str, int, str | None], dict[str, Any]] = OrderedDict()

    def routes(self) -> list[Route]:
        """Where."""
        return [
            Route("/", self.live),
            Route("/standings", self.table),
            Route("/match/{code:str}", self.match),
            Route("/dice", self.dice),
            Route("/plays", self.plays),
            Route("/robots.txt", self.robots),
        ]

    def live(self, request: Request) -> Response:
        """The tables that play now, and the latest matches."""
        since, live = self._reading.changed(), self._reading.live()
        tables = sorted(live, key=lambda one: one.card.over or not one.online)
        return self._looks.page(request, "live.html", tables=tables, latest=self._reading.latest(), since=since)

    def table(self, request: Request) -> Response:
        """The league table of a season and a game."""
        ladders = self._reading.ladders()
        season, game = request.query_params.get("season", ""), request.query_params.get("game", "")
        if (season, game) not in ladders:
            near = [one for one in ladders if one[0] == season] or [one for one in ladders if one[1] == game]
            season, game = (near or ladders or [("-", "-")])[0]
        return self._looks.page(
            request,
            "standings.html",
            found=find(request, lambda asked: self._reading.table(season, game, asked)),
            season=season,
            game=game,
            seasons=sorted({one for one, _ in ladders}, reverse=True),
            games=sorted({one for _, one in ladders}),
        )

    def match(self, request: Request) -> Response:
        """A match, throw by throw."""
        code, since = request.path_params["code"], self._reading.changed()
        heading = self._reading.heading(code)
        if heading is None:
            # Whoever points a phone at the table's screen may be faster than the table's line.
            coming = CODE.fullmatch(code) and not self._reading.has(code)
            if not coming:
                return self._looks.missing(request)
            return self._looks.page(request, "coming.html", status=404, code=code, since=since)
        try:
            story = self._story(code, heading.lines, heading.state)
        except Exception as error:  # noqa: BLE001  lines come from outside: nobody foresees how they break the rules
            logger.info("Match %s cannot be told (%s).", code, type(error).__name__)
            return self._looks.missing(request)
        with self._store.reading() as ask:
            called = self._store.names(ask, [code])[code]
        house = house_of(heading.heading)
        return self._looks.page(
            request, "match.html", heading=heading, called=called, house=house, since=since, **story
        )

    def dice(self, request: Request) -> Response:
        """How the dice of each table fall."""
        return self._looks.page(request, "dice.html", found=find(request, self._reading.dice))

    def plays(self, request: Request) -> Response:
        """The best plays."""
        return self._looks.page(
            request, "plays.html", plays=self._reading.plays(), ranked=bool(self._reading.ladders())
        )

    def robots(self, _: Request) -> Response:
        """Who plays where is not for search engines, unless whoever runs the league asks for it."""
        return PlainTextResponse("User-agent: *\nDisallow:" + ("\n" if self._listed else " /\n"))

    def refused(self, request: Request, error: Exception) -> Response:
        """Whatever is not there, or not to be asked for so."""
        status = getattr(error, "status_code", 404)
        return self._looks.trouble(
            request,
            status,
            say("There is no such page.") if status == 404 else say("This page cannot be asked for like that."),
        )

    def too_many(self, request: Request) -> Response:
        """Who asks for more than one address may."""
        return self._looks.trouble(
            request,
            429,
            say("Too many requests"),
            say("They come from your network: wait a moment, then look again."),
            {"Retry-After": "5"},
        )

    def broken(self, request: Request, _: Exception) -> Response:
        """What nobody foresaw, which is in the log then."""
        return self._looks.trouble(
            request,
            500,
            say("Something is broken here"),
            say("Look again in a moment. Whoever runs the league finds in its log what it was."),
        )

    def _story(self, code: str, lines: int, state: str) -> dict[str, Any]:
        """A match told, once for all who read it, until it goes on or its odds are there."""
        key = code, lines, state
        if key not in self._stories:
            record, entries = self._store.match(code)
            progress, steps, late = told(record, entries)
            story = {"title": progress.title, "told": steps, "late": late, "card": card(progress), "code": code}
            if late:
                return story
            self._stories[key] = story
            if len(self._stories) > STORIES:
                self._stories.popitem(last=False)
        return self._stories[key]


def application(store: Store, *, listed: bool = False) -> Starlette:
    """The league that `store` keeps; `state.end` is called before it ends. `listed`: by search engines."""
    office, reading, looks = Office(store), LeagueReader(store), Looks()
    pages, news = Pages(store, reading, looks, listed=listed), News(reading, looks)
    tables = Tables(store, office)
    routes = [
        *pages.routes(),
        *Players(office, reading, looks).routes(),
        *Admin(office, reading, looks).routes(),
        *tables.routes(),
        Route("/events", news.events),
        Mount("/fonts", StaticFiles(directory=_folder("assets", "fonts"))),
        Mount("/static", StaticFiles(directory=_folder("league.pages", "static"))),
    ]

    @asynccontextmanager
    async def begin(_: Starlette) -> AsyncIterator[None]:
        working = [asyncio.create_task(one) for one in (tables.settle(), news.watch())]
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, _first(news.end, signal.getsignal(number)))
        yield
        for one in working:
            one.cancel()

    headers = HEADERS if listed else {**HEADERS, "X-Robots-Tag": "noindex"}
    app = Starlette(
        routes=routes,
        exception_handlers={HTTPException: pages.refused, Exception: pages.broken},
        lifespan=begin,
        middleware=[Middleware(_Heads, headers=headers), Middleware(Limits, refuse=pages.too_many)],
    )
    app.state.end = news.end
    return app


class _Heads:
    """What every answer says to browsers; and the language that somebody chose is kept."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self._app, self._headers = app, headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        chosen = Request(scope).query_params.get("lang") if scope["type"] == "http" else None

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                heads = MutableHeaders(scope=message)
                heads.update(self._headers)
                if chosen in languages():
                    heads.append("Set-Cookie", f"lang={chosen}; Max-Age=31536000; Path=/; SameSite=Lax")
            await send(message)

        await self._app(scope, receive, tell)


def _first(end: Callable[[], None], then: Any) -> Callable[[int, FrameType | None], None]:
    """Whoever serves the pages waits for those who watch: they are let go before."""

    def ended(number: int, frame: FrameType | None) -> None:
        end()
        if callable(then):
            then(number, frame)

    return ended


def _folder(package: str, name: str) -> str:
    with as_file(files(package).joinpath(name)) as place:
        return str(place)
