"""Live news: what changed at the tables, looked up and rendered once by each worker, whoever watches."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

from kiosk.locale import languages
from league.pages.rendering import card_of, language_of
from league.server.reading import LeagueReader
from league.server.store import Store

logger = logging.getLogger(__name__)

LOOK_S = 0.25
"""Between two looks at the database."""
LATE_MS = 5000
"""A change may be seen this late: another worker's clock goes otherwise, or its transaction was slow."""
QUIET_S = 20.0
"""Without news, a watching page hears this often that the line still stands."""
MOST_WAITING = 64
"""News that a slow reader has not taken yet; whoever has more begins anew."""


class News:
    """Tells every page that is open of every change at any table."""

    def __init__(self, store: Store) -> None:
        self._reading = LeagueReader(store)
        self._watchers: dict[asyncio.Queue[str], str] = {}
        """Each with its language."""
        self._known: dict[str, int] = {}
        self._latest = 0
        self._ends = False

    async def events(self, request: Request) -> StreamingResponse:
        """Server-sent events: first up to where the news go, then a card for each change."""
        queue: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._watchers[queue] = language_of(request)

        async def told() -> AsyncIterator[str]:
            try:
                yield f"retry: 3000\nevent: since\ndata: {self._latest}\n\n"
                while not self._ends and queue in self._watchers:
                    try:
                        yield await asyncio.wait_for(queue.get(), QUIET_S)
                    except TimeoutError:
                        yield ": still here\n\n"
            finally:
                self._watchers.pop(queue, None)

        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(told(), media_type="text/event-stream", headers=headers)

    def end(self) -> None:
        """Let go of all who watch: the server waits for them."""
        self._ends = True
        for queue in [*self._watchers]:
            self._tell(queue, ": the end\n\n")

    async def watch(self) -> None:
        """Look at the database for all who watch, for ever."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                for told in await run_in_threadpool(self._fresh):
                    for queue, language in [*self._watchers.items()]:
                        self._tell(queue, told[language])
            except Exception as error:  # noqa: BLE001  a database that is away for now comes back
                logger.warning("No news can be read (%s).", type(error).__name__)
                await asyncio.sleep(1)

    def _fresh(self) -> list[Mapping[str, str]]:
        """What changed since the last look, in every language."""
        found: list[Mapping[str, str]] = []
        for one in reversed(self._reading.live(max(0, self._latest - LATE_MS))):
            if self._known.get(one.name) == one.changed:
                continue
            self._known[one.name] = one.changed
            self._latest = max(self._latest, one.changed)
            told = {"table": one.name, "match": one.code, "at": one.changed}
            cards = {language: card_of(one, language) for language in languages()}
            found.append({name: f"data: {json.dumps(told | {'card': card})}\n\n" for name, card in cards.items()})
        return found

    def _tell(self, queue: asyncio.Queue[str], told: str) -> None:
        try:
            queue.put_nowait(told)
        except asyncio.QueueFull:  # its browser comes again, and sees how it is now
            self._watchers.pop(queue, None)
            with suppress(asyncio.QueueEmpty):
                queue.get_nowait()
            queue.put_nowait(": too slow\n\n")
