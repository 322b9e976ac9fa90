"""The admin's pages: behind a password, every change with a token of the session's own."""

from __future__ import annotations

import secrets
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from league.pages import words
from league.pages.limits import Allowance, address_of
from league.pages.rendering import Looks
from league.pages.search import find
from league.server.admin_store import Office
from league.server.reading import LeagueReader

TRIES, TRIES_S = 5, 60.0
"""So many passwords in so long from one address."""
LONGEST_FORM = 4096
PEOPLE = 50
"""Players on one page, each with what may be done."""


class Admin:
    """What the admin sees and does."""

    def __init__(self, office: Office, reading: LeagueReader, looks: Looks) -> None:
        self._office, self._reading, self._looks = office, reading, looks
        self._tries = Allowance(TRIES, TRIES / TRIES_S)

    def routes(self) -> list[Route]:
        """Where."""
        return [
            Route("/admin", self.show, methods=["GET"]),
            Route("/admin/sign-in", self.sign_in, methods=["POST"]),
            Route("/admin/do", self.do, methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The admin's page, or the way in."""
        request.session.setdefault("token", secrets.token_urlsafe(16))
        if not request.session.get("admin"):
            return self._looks.page(request, "sign_in.html", wrong=None)
        known = self._reading.people()
        titles = self._reading.places()
        people = sorted(
            (one for one in known.values() if one.name), key=lambda one: (one.place, one.name or "", one.number)
        )
        who, code = request.session.pop("code", (0, ""))
        return self._looks.page(
            request,
            "admin.html",
            found=find(request, people, lambda one: (one.name, titles[one.place]), PEOPLE),
            known=known,
            code=words.code_of(known[who].name or "", code) if code and who in known else None,
            titles=titles,
            aside=self._office.aside(),
            refused=self._office.refused(),
        )

    async def sign_in(self, request: Request) -> Response:
        """Let in whoever knows the password."""
        form = await form_of(request)
        if not is_ours(request, form):
            return RedirectResponse("/admin", 303)
        if not self._tries.takes(address_of(request)):
            return self._looks.page(request, "sign_in.html", status=429, wrong=words.TOO_OFTEN)
        if not await run_in_threadpool(self._office.lets_in, form.get("password", "")):
            return self._looks.page(request, "sign_in.html", status=403, wrong=words.WRONG)
        request.session.clear()
        request.session.update(admin=True, token=secrets.token_urlsafe(16))
        return RedirectResponse("/admin", 303)

    async def do(self, request: Request) -> Response:
        """What the admin asks for."""
        form = await form_of(request)
        if not request.session.get("admin") or not is_ours(request, form):
            return RedirectResponse("/admin", 303)
        what, one, other = form.get("what", ""), form.get("one", ""), form.get("other", "")
        if what == "sign-out":
            request.session.clear()
        elif what == "join" and one.isdecimal() and other.isdecimal():
            await run_in_threadpool(self._office.join, int(one), int(other))
        elif one.isdecimal():
            work = {
                "part": lambda: self._office.part(int(one)),
                "forget": lambda: self._office.forget(int(one)),
                "guest": lambda: self._office.mark_guest(int(one), guest=True),
                "rank": lambda: self._office.mark_guest(int(one), guest=False),
                "code": lambda: request.session.update(code=[int(one), self._office.give_code(int(one))]),
            }.get(what)
            if work is not None:
                await run_in_threadpool(work)
        return RedirectResponse("/admin", 303)


async def form_of(request: Request) -> dict[str, str]:
    """What a form says: short, and each field once."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FORM:
            return {}
    return {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}


def is_ours(request: Request, form: dict[str, str]) -> bool:
    """Whether a form is one that this session was given."""
    token = request.session.get("token", "")
    return bool(token) and secrets.compare_digest(token, form.get("token", ""))
