"""The league in real time: workers of uvicorn, all alike, over one database."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import closing
from importlib.metadata import version
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from league.pages.app import application
from league.server.store import Store

STORE, LISTED = "DICE_TABLE_LEAGUE_STORE", "DICE_TABLE_LEAGUE_LISTED"
"""How workers, which are processes of their own, hear what to serve."""
SETTINGS: Mapping[str, Any] = {
    "log_level": "warning",
    "access_log": False,
    # A table that has nothing new says so once a minute, on a connection that it keeps.
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": 5,
    "server_header": False,
}


class PortError(Exception):
    """The port is not free; the message is one English sentence."""


def worker() -> Starlette:
    """What a worker serves."""
    return application(Store(os.environ[STORE]), listed=os.environ.get(LISTED) == "1")


def serve(
    address: str, begun: Callable[[], object], *, host: str, port: int, workers: int = 1, listed: bool = False
) -> None:
    """Until SIGTERM or Ctrl-C; `begun` is called once there is a database, and whoever asks is answered in a moment.

    Raises:
        StoreError: the database cannot be used.
        PortError: the port cannot.
    """
    with closing(Store(address)) as store:
        store.read_again(version("dice-table"))
    os.environ[STORE], os.environ[LISTED] = address, "1" if listed else "0"
    config = uvicorn.Config("league.pages.serving:worker", factory=True, workers=workers, **SETTINGS)
    try:
        found = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        why = error.strerror or "it cannot be used"
        raise PortError(f"{host}, port {port}, is not free ({why}): choose another one with --port.") from error
    begun()
    if workers > 1:
        Multiprocess(config, [found]).run()
    else:
        uvicorn.Server(config).run([found])
