"""The admin's pages: behind a password, every change with a token of the session's own."""

from __future__ import annotations

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
from league.server.admin_store import SESSION_S, Office
from league.server.reading import LeagueReader
from league.server.store import Store

TRIES, TRIES_S = 5, 60.0
"""Passwords from one address, in these seconds."""
ALL_TRIES = 60
"""Passwords from all, in the same time."""
LONGEST_FORM = 4096
PEOPLE = 50
"""Players on one page, each with what may be done."""
COOKIE = "admin"
TOO_OFTEN = say("Too many tries: wait a minute.")


class Tries:
    """How often a password or a code may be guessed."""

    def __init__(self) -> None:
        self._one, self._all = Allowance(TRIES, TRIES / TRIES_S), Allowance(ALL_TRIES, ALL_TRIES / TRIES_S)

    def takes(self, request: Request) -> bool:
        """Whether this one may."""
        return self._one.takes(address_of(request)) and self._all.takes("")


class Admin:
    """What the admin sees and does."""

    def __init__(self, store: Store) -> None:
        self._office, self._reading = Office(store), LeagueReader(store)
        self._tries = Tries()
        self._one_at_a_time = asyncio.Lock()
        self.routes = [
            Route("/admin", self._show, methods=["GET"]),
            Route("/admin/sign-in", self._sign_in, methods=["POST"], max_body_size=LONGEST_FORM),
            Route("/admin/do", self._change, methods=["POST"], max_body_size=LONGEST_FORM),
        ]

    def _show(self, request: Request) -> Response:
        cookie = request.cookies.get(COOKIE, "")
        session = self._office.session(cookie)
        if session is None:
            return page(request, "sign_in.html", wrong=None)
        if session.said:
            self._office.say_once(cookie, None)
        found = self._reading.people(asked_of(request), PEOPLE)
        return page(
            request,
            "admin.html",
            found=found,
            known=self._reading.person(*(one.same_as for one in found.rows if one.same_as is not None)),
            code=session.said and session.said.rsplit(" ", 1),
            tables=self._office.tables(),
            hidden=self._office.hidden(),
            token=session.token,
        )

    async def _sign_in(self, request: Request) -> Response:
        form = await form_of(request)
        if not is_ours(request):
            return RedirectResponse("/admin", 303)
        if not self._tries.takes(request):
            return page(request, "sign_in.html", status=429, wrong=TOO_OFTEN)
        async with self._one_at_a_time:  # each takes 64 MB and a core for a while, on purpose
            cookie = await run_in_threadpool(self._office.sign_in, form.get("password", ""))
        if cookie is None:
            return page(request, "sign_in.html", status=403, wrong=say("That is not the password."))
        answer = RedirectResponse("/admin", 303)
        https = request.url.scheme == "https"
        answer.set_cookie(COOKIE, cookie, int(SESSION_S), httponly=True, samesite="strict", secure=https)
        return answer

    async def _change(self, request: Request) -> Response:
        form, cookie = await form_of(request), request.cookies.get(COOKIE, "")
        session = await run_in_threadpool(self._office.session, cookie)
        if session is not None and is_ours(request) and secrets.compare_digest(session.token, form.get("token", "")):
            await run_in_threadpool(self._do, form, cookie)
        return RedirectResponse("/admin", 303)

    def _do(self, form: dict[str, str], cookie: str) -> None:
        what, one, other = form.get("what", ""), form.get("one", ""), form.get("other", "")
        numbers = [number_in(typed) for typed in (one, other)]
        office = self._office
        match what:
            case "sign-out" | "sign-all-out":
                office.sign_out(cookie, everybody=what == "sign-all-out")
            case "join":
                office.join(*numbers)
            case "part":
                office.part(numbers[0])
            case "forget":
                office.forget(numbers[0])
            case "guest" | "rank":
                office.mark_guest(numbers[0], guest=what == "guest")
            case "code" if who := self._reading.person(numbers[0]).get(numbers[0]):
                office.say_once(cookie, f"{who.name} {office.give_code(numbers[0])}")
            case "strike":
                office.strike(one.rpartition("/")[2].strip())
            case "clock":
                office.set_clock(one, form.get("since", "")[:20], number_in(form.get("days", "")))


async def form_of(request: Request) -> dict[str, str]:
    """What a form says, each field once."""
    body = b""
    with suppress(ClientDisconnect):
        body = await request.body()
    return {name: values[0].replace("\0", "") for name, values in parse_qs(body.decode("utf-8", "replace")).items()}


def is_ours(request: Request) -> bool:
    """Whether a form is of one of our own pages: every browser says where a form that it posts comes from."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host", "")


def number_in(typed: str) -> int:
    """A number that somebody typed, as a database has it; 0 for anything else."""
    return int(typed) if re.fullmatch(r"-?[0-9]{1,9}", typed) else 0
