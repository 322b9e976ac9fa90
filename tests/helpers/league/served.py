"""A league served on loopback, in this process or in one of its own; and a Chromium to look at it."""

import os
import shutil
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import cast

import uvicorn
from loopback import Running, free_port, until
from sqlalchemy import QueuePool

from league.pages.app import SETTINGS, application
from league.server.store import Store

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = os.environ.get("CHROMIUM") or next((place for name in NAMES if (place := shutil.which(name))), None)
"""Any of the family that is installed."""


@contextmanager
def served(store: Store, port: int = 0) -> Iterator[str]:
    """The league that a store keeps, as one worker has it; its address."""
    app = application(store)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, **SETTINGS))
    thread = Thread(target=server.run)
    thread.start()
    until(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        app.state.end()
        server.should_exit = True
        thread.join()
        # A thread that answers may outlive its server; the file may be taken away only after it.
        until(lambda: cast("QueuePool", store.engine.pool).checkedout() == 0)


def page(address: str) -> str:
    """What a browser gets there; nothing while it does not answer."""
    with suppress(OSError), urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())
    return ""


class Worker(Running):
    """`dice-table league serve` as a process: whatever is connected to it learns of its end."""

    def __init__(self, store: str, *more: str) -> None:
        port = free_port()
        words = ("-m", "kiosk", "league", "serve", "--port", port, "--store", store)
        super().__init__([sys.executable, *words, *more], port)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"
