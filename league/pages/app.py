"""The pages of a league, and where its tables post, as a Starlette application."""

from __future__ import annotations

import asyncio
import signal
import threading
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
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiosk.locale import languages
from league.pages.admin import Admin
from league.pages.limits import Limits
from league.pages.news import News
from league.pages.public import Public
from league.pages.rendering import HEADERS, trouble
from league.pages.tables import Tables
from league.server.store import Store


def application(store: Store, *, listed: bool = False) -> Starlette:
    """The league that `store` keeps; `state.end` is called before it ends. `listed`: by search engines."""
    news, tables = News(store), Tables(store)
    # Who plays where is not for search engines, unless whoever runs the league asks for it.
    robots = PlainTextResponse("User-agent: *\nDisallow:" + ("\n" if listed else " /\n"))
    routes = [
        *Public(store).routes(),
        *Admin(store).routes(),
        *tables.routes(),
        Route("/events", news.events),
        Route("/robots.txt", lambda _: robots),
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
        exception_handlers={HTTPException: trouble, Exception: trouble},
        lifespan=begin,
        middleware=[Middleware(_Heads, headers=headers), Middleware(Limits)],
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
