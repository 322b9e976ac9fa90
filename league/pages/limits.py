"""How much one address, or one table, may ask for, so that nobody alone takes the league from all others."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from league.pages.rendering import page

PAGES, PAGES_A_SECOND = 300, 30.0
"""One address may read 300 pages at once, and 30 a second in the long run: a full bar behind one address that follows a
match reads some ten a second."""
STREAMS, ALL_STREAMS = 100, 2000
"""A worker lets 100 pages of one address, and 2,000 in all, be watched live at a time."""
REMEMBERED = 10_000
"""The latest 10,000 addresses or tables are remembered; one that was forgotten begins anew."""
FREE = ("/static/", "/fonts/")
"""Not limited: browsers keep these, and ask once."""


class Allowance:
    """A token bucket for each name: up to `most` at once, and `a_second` more each second."""

    def __init__(self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._a_second, self._clock = most, a_second, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each name has left, and since when."""

    def takes(self, name: str, amount: float = 1.0) -> bool:
        """Whether a name has anything left; then `amount` is taken, even where that is more than is left.

        So a large amount is allowed once, and what follows has to wait.
        """
        now = self._clock()
        left, then = self._left.pop(name, (self._most, now))
        left = min(self._most, left + (now - then) * self._a_second)
        allowed = left >= min(amount, 1.0)
        self._left[name] = left - amount * allowed, now
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return allowed


class Limits:
    """The middleware that answers 429 to an address that asks for too much."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._pages = Allowance(PAGES, PAGES_A_SECOND)
        self._streams = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or scope["path"].startswith(FREE):
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        address = address_of(request)
        streams = scope["path"] == "/events"
        full = streams and (self._streams[address] >= STREAMS or self._streams.total() >= ALL_STREAMS)
        if full or not self._pages.takes(address):
            await page(request, "trouble.html", status=429, headers={"Retry-After": "5"})(scope, receive, send)
            return
        self._streams[address] += streams
        try:
            await self._app(scope, receive, send)
        finally:
            self._streams[address] -= streams
            if not self._streams[address]:
                del self._streams[address]


def address_of(request: Request) -> str:
    """The address that asks; behind a proxy, uvicorn has put there the one that the proxy names (X-Forwarded-For)."""
    return request.client.host if request.client else ""
