"""The league as a Starlette application (pages, and where tables post), and the uvicorn workers that serve it."""

import asyncio
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from importlib.metadata import version
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.supervisors import Multiprocess

from league.pages.admin import Admin
from league.pages.limits import Limits
from league.pages.news import News
from league.pages.public import Public
from league.pages.rendering import HEADERS, trouble
from league.pages.tables import Tables
from league.server.store import Store
from league.wire import LARGEST_POST

STORE, LISTED = "DICE_TABLE_LEAGUE_STORE", "DICE_TABLE_LEAGUE_LISTED"
"""Environment variables that tell the workers, which are processes of their own, what to serve."""
SETTINGS: Mapping[str, Any] = {
    "log_level": "warning",
    "access_log": False,
    # A table that has nothing new says so once a minute, on a connection that it keeps.
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": 5,
    "server_header": False,
    "headers": [*HEADERS.items(), ("X-Robots-Tag", "noindex")],
}
"""Settings of uvicorn, which adds these headers to every answer."""


class PortError(Exception):
    """The port is not free; the message is one English sentence."""


def application(store: Store, *, listed: bool = False) -> Starlette:
    """The league of a store. `listed`: search engines may list it. Who serves it calls `state.end` before it ends."""
    news, tables = News(store), Tables(store)
    # Who plays where is not for search engines, unless whoever runs the league asks for it.
    robots = PlainTextResponse("User-agent: *\nDisallow:" + ("\n" if listed else " /\n"))
    routes = [
        *Public(store).routes,
        *Admin(store).routes,
        Route("/tables/{table:str}/lines", tables.lines, methods=["POST"]),
        Route("/events", news.events),
        Route("/robots.txt", lambda _: robots),
        Mount("/fonts", StaticFiles(packages=[("assets", "fonts")])),
        Mount("/static", StaticFiles(packages=[("league.pages", "static")])),
    ]

    @asynccontextmanager
    async def begin(_: Starlette) -> AsyncIterator[None]:
        working = [asyncio.create_task(work) for work in (tables.settle(), news.watch())]
        # Only there may Python set signal handlers; tests serve from other threads.
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, _first(news.end, signal.getsignal(number)))
        yield
        for task in working:
            task.cancel()

    app = Starlette(
        routes=routes,
        max_body_size=LARGEST_POST,
        exception_handlers={HTTPException: trouble, Exception: trouble},
        lifespan=begin,
        middleware=[Middleware(Limits)],
    )
    app.state.end = news.end
    return app


def worker() -> Starlette:
    """What a worker serves."""
    return application(Store(os.environ[STORE]), listed=os.environ.get(LISTED) == "1")


def serve(
    address: str, begun: Callable[[], object], *, host: str, port: int, workers: int = 1, listed: bool = False
) -> None:
    """Serve until SIGTERM or Ctrl-C; `begun` is called when the port is open and pages are about to be answered.

    Raises:
        StoreError: the database cannot be used.
        PortError: the port cannot be used.
    """
    with closing(Store(address)) as store:
        store.read_again(version("dice-table"))
    # The socket is opened here, so that a taken port is one sentence, and all workers share it.
    settings = {**SETTINGS, "headers": [*HEADERS.items()]} if listed else SETTINGS
    config = uvicorn.Config("league.pages.app:worker", factory=True, workers=workers, **settings)
    try:
        found = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        why = str(error.strerror).partition(" (")[0]
        raise PortError(f"{host}, port {port}, is not free ({why}): choose another one with --port.") from error
    os.environ[STORE], os.environ[LISTED] = address, "1" if listed else "0"  # to the workers
    begun()
    if workers > 1:
        Multiprocess(config, [found]).run()
    else:
        uvicorn.Server(config).run([found])


def _first(end: Callable[[], None], then: Any) -> Callable[[int, FrameType | None], None]:
    """A signal handler that calls `end` before `then`: uvicorn waits for open connections, so these end first."""

    def ended(number: int, frame: FrameType | None) -> None:
        end()
        if callable(then):
            then(number, frame)

    return ended
