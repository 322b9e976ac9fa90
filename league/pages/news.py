"""Live news: each worker looks up and renders once what changed at the tables, for all who watch."""

import asyncio
import json
import logging
from collections import deque
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
"""The database is looked at every 0.25 s."""
LATE_MS = 5000
"""A change may appear up to 5 s after its own time: another worker's clock may be off, or its transaction was slow."""
QUIET_S = 20.0
"""If there is no news for 20 s, a comment is sent, so that nobody on the way closes the connection as idle."""
LATEST = 64
"""The latest 64 news are kept. A reader who falls farther behind is disconnected: the browser then connects anew and
gets the state as it is."""


class News:
    """Sends every change at any table to every open page."""

    def __init__(self, store: Store) -> None:
        self._reading = LeagueReader(store)
        self._told: deque[Mapping[str, str]] = deque(maxlen=LATEST)
        self._count = 0
        """How many news there were in all; `_told` has the latest of them, each in every language."""
        self._more = asyncio.Event()
        """Set when there is more news, and then replaced: all who wait wake up, and wait for the next one."""
        self._known: dict[str, int] = {}
        """When each table's card changed, as sent last."""
        self._latest = 0
        """The latest of these times."""
        self._ends = False

    async def events(self, request: Request) -> StreamingResponse:
        """Server-sent events: first the time up to which the page is told, then a card for each change."""
        language, begun = language_of(request), self._count

        async def heard() -> AsyncIterator[str]:
            seen = begun
            yield f"retry: 3000\nevent: since\ndata: {self._latest}\n\n"
            while not self._ends and (missed := self._count - seen) <= LATEST:
                # Before anything is sent: what is added meanwhile is seen in the next round.
                more, seen = self._more, self._count
                for told in [*self._told][len(self._told) - missed :]:
                    yield told[language]
                with suppress(TimeoutError):
                    await asyncio.wait_for(more.wait(), QUIET_S)
                    continue
                yield ": still here\n\n"

        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(heard(), media_type="text/event-stream", headers=headers)

    def end(self) -> None:
        """Disconnect all who watch: the server waits for them before it ends."""
        self._ends = True
        self._more.set()

    async def watch(self) -> None:
        """Look for changes in the database, for ever."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                fresh = await run_in_threadpool(self._fresh)
            except Exception as error:  # noqa: BLE001  a database that is away for now comes back
                logger.warning("No news can be read (%s).", type(error).__name__)
                await asyncio.sleep(1)
                continue
            if fresh:
                self._told.extend(fresh)
                self._count += len(fresh)
                self._more.set()
                self._more = asyncio.Event()

    def _fresh(self) -> list[Mapping[str, str]]:
        """What changed since the last look, in every language."""
        found: list[Mapping[str, str]] = []
        for table in reversed(self._reading.live(max(0, self._latest - LATE_MS))):
            if self._known.get(table.name) == table.changed:
                continue
            self._known[table.name] = table.changed
            self._latest = max(self._latest, table.changed)
            told = {"table": table.name, "match": table.code, "at": table.changed}
            cards = {language: card_of(table, language) for language in languages()}
            found.append({name: f"data: {json.dumps(told | {'card': card})}\n\n" for name, card in cards.items()})
        return found
