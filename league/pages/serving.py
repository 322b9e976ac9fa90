"""The league in real time: one process that hears the tables and answers browsers."""

from __future__ import annotations

import uvicorn

from league.connection import Broker
from league.pages.app import application
from league.server.intake import Intake
from league.server.store import Store


def serve(database: str, broker: Broker, worker: str, host: str, port: int) -> None:
    """Until SIGTERM or Ctrl-C."""
    store = Store(database)
    intake = Intake(store, broker, worker)
    intake.start()
    try:
        uvicorn.run(application(store), host=host, port=port, log_level="warning", timeout_graceful_shutdown=2)
    finally:
        intake.stop()
        store.close()
