"""Live news: what changed at the tables, looked up and rendered once by each worker, whoever watches."""

from __future__ import annotations

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
"""Between two looks at the database."""
LATE_MS = 5000
"""A change may be seen this late: another worker's clock goes otherwise, or its transaction was slow."""
QUIET_S = 20.0
"""Without news, a watching page hears this often that the line still stands."""
LATEST = 64
"""News that are kept: a reader who is slower than that is let go, comes again, and sees how it is now."""


class News:
    """Tells every page that is open of every change at any table."""

    def __init__(self, store: Store) -> None:
        self._reading = LeagueReader(store)
        self._told: deque[Mapping[str, str]] = deque(maxlen=LATEST)
        self._count = 0
        """Of all that was told, of which `_told` has the latest, each in every language."""
        self._more = asyncio.Event()
        """More has been told; each look has another."""
        self._known: dict[str, int] = {}
        self._latest = 0
        self._ends = False

    async def events(self, request: Request) -> StreamingResponse:
        """Server-sent events: first up to where the news go, then a card for each change."""
        language, begun = language_of(request), self._count

        async def heard() -> AsyncIterator[str]:
            seen = begun
            yield f"retry: 3000\nevent: since\ndata: {self._latest}\n\n"
            while not self._ends and (missed := self._count - seen) <= LATEST:
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
        """Let go of all who watch: the server waits for them."""
        self._ends = True
        self._more.set()

    async def watch(self) -> None:
        """Look at the database for all who watch, for ever."""
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
        for one in reversed(self._reading.live(max(0, self._latest - LATE_MS))):
            if self._known.get(one.name) == one.changed:
                continue
            self._known[one.name] = one.changed
            self._latest = max(self._latest, one.changed)
            told = {"table": one.name, "match": one.code, "at": one.changed}
            cards = {language: card_of(one, language) for language in languages()}
            found.append({name: f"data: {json.dumps(told | {'card': card})}\n\n" for name, card in cards.items()})
        return found
