"""The league in real time: one process that hears the tables and answers browsers."""

from __future__ import annotations

from collections.abc import Callable

import uvicorn

from league.connection import Broker
from league.pages.app import application
from league.server.intake import Intake
from league.server.store import Store


def serve(database: str, broker: Broker, begun: Callable[[], object], *, worker: str, host: str, port: int) -> None:
    """Until SIGTERM or Ctrl-C; `begun` is called once the pages have their port."""
    store = Store(database)
    intake = Intake(store, broker, worker)
    config = uvicorn.Config(application(store), host=host, port=port, log_level="warning", timeout_graceful_shutdown=2)
    pages = config.bind_socket()
    intake.start()
    begun()
    try:
        uvicorn.Server(config).run([pages])
    finally:
        intake.stop()
        store.close()
