"""The admin's pages: behind a password, every change with a token of the session's own."""

import asyncio
import re
import secrets
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kiosk.games.text import say
from league.pages.limits import Allowance, address_of
from league.pages.rendering import asked_of, page
from league.server.admin_store import SESSION_S, AdminStore
from league.server.reading import LeagueReader
from league.server.store import Store

TRIES, TRIES_S = 5, 60.0
"""One address may try 5 passwords or codes in 60 s."""
ALL_TRIES = 60
"""All addresses together may try 60 in the same time."""
LONGEST_FORM = 4096
"""A form has up to 4 KiB; the longest of ours has some hundred bytes."""
PEOPLE = 50
"""The admin's page shows up to 50 players, each with buttons for what may be done."""
COOKIE = "admin"
TOO_OFTEN = say("Too many tries: wait a minute.")


class Tries:
    """Limits how often passwords and codes may be tried."""

    def __init__(self) -> None:
        self._one, self._all = Allowance(TRIES, TRIES / TRIES_S), Allowance(ALL_TRIES, ALL_TRIES / TRIES_S)

    def takes(self, request: Request) -> bool:
        """Whether this request may try."""
        return self._one.takes(address_of(request)) and self._all.takes("")


class Admin:
    """What the admin sees and does."""

    def __init__(self, store: Store) -> None:
        self._admin_store, self._reading = AdminStore(store), LeagueReader(store)
        self._tries = Tries()
        self._one_at_a_time = asyncio.Lock()
        self.routes = [
            Route("/admin", self._show, methods=["GET"]),
            Route("/admin/sign-in", self._sign_in, methods=["POST"], max_body_size=LONGEST_FORM),
            Route("/admin/do", self._change, methods=["POST"], max_body_size=LONGEST_FORM),
        ]

    def _show(self, request: Request) -> Response:
        cookie = request.cookies.get(COOKIE, "")
        session = self._admin_store.session(cookie)
        if session is None:
            return page(request, "sign_in.html", wrong=None)
        if session.said:
            self._admin_store.say_once(cookie, None)
        found = self._reading.people(asked_of(request), PEOPLE)
        return page(
            request,
            "admin.html",
            found=found,
            known=self._reading.person(*(player.same_as for player in found.rows if player.same_as is not None)),
            code=session.said and session.said.rsplit(" ", 1),
            tables=self._admin_store.tables(),
            hidden=self._admin_store.hidden(),
            token=session.token,
        )

    async def _sign_in(self, request: Request) -> Response:
        form = await form_of(request)
        if not is_ours(request):
            return RedirectResponse("/admin", 303)
        if not self._tries.takes(request):
            return page(request, "sign_in.html", status=429, wrong=TOO_OFTEN)
        # argon2 takes 64 MB and a core for a while, on purpose: one after the other, or many tries would take all.
        async with self._one_at_a_time:
            cookie = await run_in_threadpool(self._admin_store.sign_in, form.get("password", ""))
        if cookie is None:
            return page(request, "sign_in.html", status=403, wrong=say("That is not the password."))
        answer = RedirectResponse("/admin", 303)
        https = request.url.scheme == "https"
        answer.set_cookie(COOKIE, cookie, int(SESSION_S), httponly=True, samesite="strict", secure=https)
        return answer

    async def _change(self, request: Request) -> Response:
        form, cookie = await form_of(request), request.cookies.get(COOKIE, "")
        session = await run_in_threadpool(self._admin_store.session, cookie)
        if session is not None and is_ours(request) and secrets.compare_digest(session.token, form.get("token", "")):
            await run_in_threadpool(self._do, form, cookie)
        return RedirectResponse("/admin", 303)

    def _do(self, form: dict[str, str], cookie: str) -> None:
        what, one, other = form.get("what", ""), form.get("one", ""), form.get("other", "")
        numbers = [number_in(typed) for typed in (one, other)]
        admin_store = self._admin_store
        match what:
            case "sign-out" | "sign-all-out":
                admin_store.sign_out(cookie, everybody=what == "sign-all-out")
            case "join":
                admin_store.join(*numbers)
            case "part":
                admin_store.part(numbers[0])
            case "forget":
                admin_store.forget(numbers[0])
            case "guest" | "rank":
                admin_store.mark_guest(numbers[0], guest=what == "guest")
            case "code" if who := self._reading.person(numbers[0]).get(numbers[0]):
                admin_store.say_once(cookie, f"{who.name} {admin_store.give_code(numbers[0])}")
            case "strike":
                admin_store.strike(one.rpartition("/")[2].strip())
            case "clock":
                admin_store.set_clock(one, form.get("since", "")[:20], number_in(form.get("days", "")))


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form, each once; without null characters, which PostgreSQL refuses."""
    body = b""
    with suppress(ClientDisconnect):
        body = await request.body()
    return {name: values[0].replace("\0", "") for name, values in parse_qs(body.decode("utf-8", "replace")).items()}


def is_ours(request: Request) -> bool:
    """Whether a form was posted from one of our own pages: browsers name the origin of each form that they post."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host", "")


def number_in(typed: str) -> int:
    """A number that somebody typed, within a database's integers; 0 for anything else."""
    return int(typed) if re.fullmatch(r"-?[0-9]{1,9}", typed) else 0
