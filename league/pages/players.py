"""The pages of players: who plays, how each fares, two head to head, and two names that are one player."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kiosk.games.text import Text, say
from league.pages.admin import Tries, form_of, is_ours
from league.pages.rendering import Looks
from league.pages.search import find
from league.server.admin_store import Office
from league.server.reading import IN_ALL, LeagueReader, Person

LARGEST = 2**31 - 1
"""Number of a player, as a database has it."""


class Players:
    """What is told of players."""

    def __init__(self, office: Office, reading: LeagueReader, looks: Looks) -> None:
        self._office, self._reading, self._looks = office, reading, looks
        self._tries = Tries()

    def routes(self) -> list[Route]:
        """Where."""
        return [
            Route("/players", self.players),
            Route("/player/{number:int}", self.player),
            Route("/player/{number:int}/claim", self.claim, methods=["POST"]),
            Route("/versus/{one:int}", self.versus),
            Route("/versus/{one:int}/{other:int}", self.versus),
        ]

    def players(self, request: Request) -> Response:
        """Everybody who is ranked somewhere, who played most first."""
        found = find(request, lambda asked: self._reading.table(IN_ALL, IN_ALL, asked))
        return self._looks.page(request, "players.html", found=found)

    def player(self, request: Request) -> Response:
        """One player: how they fare in each season and game, their matches, whom to compare with."""
        return self._player(request, int(request.path_params["number"]))

    async def claim(self, request: Request) -> Response:
        """Somebody says with a personal code that this name is theirs too."""
        form = await form_of(request)
        return await run_in_threadpool(self._claimed, request, form)

    def versus(self, request: Request) -> Response:
        """Two players, head to head."""
        if "with" in request.query_params:
            chosen, player = request.query_params["with"], request.path_params["one"]
            return RedirectResponse(f"/versus/{player}/{chosen}" if chosen.isdecimal() else f"/player/{player}", 303)
        one, other = int(request.path_params["one"]), int(request.path_params.get("other", 0))
        known = self._reading.person(*(min(number, LARGEST) for number in (one, other)))
        if not {one, other} <= set(known) or one == other:
            return self._looks.missing(request)
        return self._looks.page(
            request,
            "versus.html",
            one=known[one],
            other=known[other],
            ahead=self._reading.versus(one, other),
            latest=self._reading.latest(one, other),
        )

    def _claimed(self, request: Request, form: dict[str, str]) -> Response:
        number = int(request.path_params["number"])
        if not is_ours(request):
            return RedirectResponse(f"/player/{number}", 303)
        if not self._tries.takes(request):
            return self._player(request, number, wrong=say("Too many tries: wait a minute."), status=429)
        holder = self._office.join_by_code(min(number, LARGEST), form.get("code", ""))
        if holder is None:
            return self._player(request, number, wrong=say("That is no code of this name."), status=403)
        return RedirectResponse(f"/player/{holder}", 303)

    def _player(self, request: Request, number: int, wrong: Text | None = None, status: int = 200) -> Response:
        who: Person | None = self._reading.person(min(number, LARGEST)).get(number)
        if who is None:
            return self._looks.missing(request)
        if who.same_as is not None:
            return RedirectResponse(f"/player/{who.same_as}", 303)
        return self._looks.page(
            request,
            "player.html",
            status=status,
            who=who,
            at=[one.title for one in self._reading.same(number)],
            twins=[one.title for one in self._reading.twins(who)],
            wrong=wrong,
            fares=self._reading.fares(number),
            met=self._reading.met(number),
            latest=self._reading.latest(number),
        )
