"""The league in real time: one process that hears the tables and answers browsers."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable

import uvicorn

from kiosk.appliance.systemd import Service
from league.connection import Broker
from league.pages.app import application
from league.server.intake import Intake
from league.server.store import Store

LOOK_S = 1.0
GRACE_S = 5
"""For whoever reads a page when all ends."""


class Server(uvicorn.Server):
    """Answers browsers with the pages of a league; when it ends, those who watch live are let go first."""

    def __init__(self, store: Store, host: str = "127.0.0.1", port: int = 0) -> None:
        self._app = application(store)
        super().__init__(
            uvicorn.Config(self._app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=GRACE_S)
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: uvicorn calls it."""
        self._app.state.end()
        await super().shutdown(sockets)


def serve(database: str, broker: Broker, begun: Callable[[], object], *, worker: str, host: str, port: int) -> None:
    """Until SIGTERM or Ctrl-C; `begun` is called once the pages have their port."""
    store = Store(database)
    intake = Intake(store, broker, worker)
    server = Server(store, host, port)
    pages = server.config.bind_socket()
    intake.start()
    begun()
    service = Service()
    service.ready()

    async def run() -> None:
        telling = asyncio.create_task(_tell(service, intake))
        await server.serve([pages])
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
