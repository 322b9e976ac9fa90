"""Where tables post the lines of their journals."""

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

from league import wire
from league.pages.limits import Allowance
from league.server.admin_store import AdminStore
from league.server.store import Store

logger = logging.getLogger(__name__)

BYTES_A_MINUTE = 16 << 20
"""One table may post 16 MiB a minute, unpacked, to each worker: what it plays in three weeks."""
WAIT_S = "10"
"""A table that is sent away is to come again after 10 s."""
LOOK_S = 0.05
"""Every 0.05 s a worker looks whether there is something to settle."""


class Tables:
    """Takes what tables post."""

    def __init__(self, store: Store) -> None:
        self._store, self._admin_store = store, AdminStore(store)
        self._bytes = Allowance(BYTES_A_MINUTE, BYTES_A_MINUTE / 60)
        self._due: set[str] = set()

    async def lines(self, request: Request) -> JSONResponse:
        """Keep a table's lines, and answer what the league has of its journal then."""
        table, (kind, _, token) = request.path_params["table"], request.headers.get("authorization", "").partition(" ")
        try:
            if kind != "Bearer" or not await run_in_threadpool(self._admin_store.knows, table, token):
                return _no(401, "This is not the token of a table that was let in.")
            # Nothing is taken yet: how large the post is shows once it is unpacked.
            if not self._bytes.takes(table, 0.0):
                return _no(429, "This table has sent too much: wait a while.", wait=True)
            gzip = request.headers.get("content-encoding", "") == "gzip"
            return await run_in_threadpool(self._take, table, await request.body(), gzip)
        except ClientDisconnect:
            return _no(400, "The post ends too early.")
        except SQLAlchemyError as error:
            logger.warning("The database takes nothing now (%s).", type(error).__name__)
            return _no(503, "The league's database takes nothing now.", wait=True)

    async def settle(self) -> None:
        """Work out what matches came to, for ever: first what an earlier worker left, then what is posted here."""
        self._due |= {*await run_in_threadpool(self._store.due)}
        while True:
            await asyncio.sleep(LOOK_S)
            for table in [*self._due]:
                self._due.discard(table)
                try:
                    if await run_in_threadpool(self._store.settle, table):
                        self._due.add(table)
                except SQLAlchemyError as error:
                    logger.warning("The database takes nothing now (%s).", type(error).__name__)
                    self._due.add(table)
                    await asyncio.sleep(1)

    def _take(self, table: str, body: bytes, gzip: bool) -> JSONResponse:
        try:
            body = wire.unpacked(body, gzip=gzip)
            self._bytes.takes(table, float(len(body)))
            answer = self._store.take(table, wire.read(body))
        except wire.WireError as error:
            self._bytes.takes(table, float(len(body)))
            return _no(400, str(error))
        self._due.add(table)
        return JSONResponse(answer.model_dump())


def _no(status: int, error: str, *, wait: bool = False) -> JSONResponse:
    return JSONResponse({"error": error}, status, {"Retry-After": WAIT_S} if wait else None)
