"""A real Chromium without a window, and the pages served to it on loopback."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from mosquitto import until

from league.pages.serving import Server
from league.server.store import Store

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = os.environ.get("CHROMIUM") or next((place for name in NAMES if (place := shutil.which(name))), None)
"""Any of the family that is installed."""


@contextmanager
def served(store: Store, port: int = 0) -> Iterator[str]:
    """The pages of a league, as `dice-table league serve` has them; their address."""
    server = Server(store, port=port)
    thread = Thread(target=server.run)
    thread.start()
    until(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
