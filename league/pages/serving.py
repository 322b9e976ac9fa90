"""The league in real time: one process that hears the tables and answers browsers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import uvicorn

from kiosk.appliance.systemd import Service
from league.connection import Broker
from league.pages.app import application
from league.server.intake import Intake
from league.server.store import Store

LOOK_S = 1.0


def serve(database: str, broker: Broker, begun: Callable[[], object], *, worker: str, host: str, port: int) -> None:
    """Until SIGTERM or Ctrl-C; `begun` is called once the pages have their port."""
    store = Store(database)
    intake = Intake(store, broker, worker)
    config = uvicorn.Config(application(store), host=host, port=port, log_level="warning", timeout_graceful_shutdown=2)
    pages = config.bind_socket()
    intake.start()
    begun()
    service = Service()
    service.ready()

    async def run() -> None:
        telling = asyncio.create_task(_tell(service, intake))
        await uvicorn.Server(config).serve([pages])
        telling.cancel()

    try:
        asyncio.run(run())
    finally:
        service.stopping()
        intake.stop()
        store.close()


async def _tell(service: Service, intake: Intake) -> None:
    """Tell systemd that pages are answered and tables heard, as long as both go on."""
    while True:
        now = time.monotonic()
        if intake.turns(now):
            service.alive(now)
        await asyncio.sleep(LOOK_S)
