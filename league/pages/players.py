"""The pages of players: who plays, how each fares, two head to head, and two names that are one player."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kiosk.games.text import Text
from league.pages import words
from league.pages.admin import TRIES, TRIES_S, form_of, is_ours
from league.pages.limits import Allowance, address_of
from league.pages.rendering import Looks
from league.pages.search import find
from league.server.admin_store import Office
from league.server.reading import Ended, LeagueReader, Person, is_twin


class Players:
    """What is told of players."""

    def __init__(self, office: Office, reading: LeagueReader, looks: Looks) -> None:
        self._office, self._reading, self._looks = office, reading, looks
        self._tries = Allowance(TRIES, TRIES / TRIES_S)

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
        """Everybody who is ranked somewhere."""
        people = self._reading.people()
        titles = self._reading.places()
        rows = [(people[player], matches, wins) for player, matches, wins in self._reading.played()]
        found = find(request, rows, lambda one: names_of(one[0], titles))
        return self._looks.page(request, "players.html", found=found, titles=titles)

    def player(self, request: Request) -> Response:
        """One player: how they fare in each season and game, their matches, whom to compare with."""
        number, people = int(request.path_params["number"]), self._reading.people()
        if number not in people:
            return self._looks.missing(request)
        return self._player(request, people[number], people)

    async def claim(self, request: Request) -> Response:
        """Somebody says with a personal code that this name is theirs too."""
        form = await form_of(request)
        return await run_in_threadpool(self._claimed, request, form)

    def versus(self, request: Request) -> Response:
        """Two players, head to head."""
        people = self._reading.people()
        if "with" in request.query_params:
            chosen, player = request.query_params["with"], request.path_params["one"]
            return RedirectResponse(f"/versus/{player}/{chosen}" if chosen.isdecimal() else f"/player/{player}", 303)
        one, other = int(request.path_params["one"]), int(request.path_params.get("other", 0))
        if not {one, other} <= set(people) or one == other:
            return self._looks.missing(request)
        matches = self._reading.matches_of(one, other)
        ahead = [0, 0, 0]
        for match in matches:
            place = {player: number for number, players in enumerate(match.places) for player in players}
            if {one, other} <= set(place):
                ahead[(place[one] > place[other]) - (place[one] < place[other])] += 1
        return self._looks.page(
            request,
            "versus.html",
            one=people[one],
            other=people[other],
            ahead=(ahead[-1], ahead[0], ahead[1]),
            latest=[row(match, people) for match in matches[:20]],
            titles=self._reading.places(),
        )

    def _claimed(self, request: Request, form: dict[str, str]) -> Response:
        number, people = int(request.path_params["number"]), self._reading.people()
        if number not in people or not is_ours(request, form):
            return RedirectResponse(f"/player/{number}", 303)
        if not self._tries.takes(address_of(request)):
            return self._player(request, people[number], people, wrong=words.TOO_OFTEN, status=429)
        holder = self._office.join_by_code(number, form.get("code", ""))
        if holder is None:
            return self._player(request, people[number], people, wrong=words.WRONG_CODE, status=403)
        return RedirectResponse(f"/player/{holder}", 303)

    def _player(
        self, request: Request, who: Person, people: Mapping[int, Person], wrong: Text | None = None, status: int = 200
    ) -> Response:
        number, titles = who.number, self._reading.places()
        if who.same_as is not None:
            return RedirectResponse(f"/player/{who.same_as}", 303)
        twins = [one for one in people.values() if is_twin(who, one)]
        if twins:
            request.session.setdefault("token", secrets.token_urlsafe(16))
        fares = [
            (season, game, place, row)
            for season, game in self._reading.seasons()
            for place, row in enumerate(self._reading.table(season, game), 1)
            if row.player == number
        ]
        matches = self._reading.matches_of(number)
        met = sorted({one for match in matches for place in match.places for one in place} - {number})
        return self._looks.page(
            request,
            "player.html",
            status=status,
            who=who,
            at=[titles[one.place] for one in people.values() if number in {one.number, one.same_as}],
            twins=[titles[one.place] for one in twins],
            wrong=wrong,
            fares=fares,
            met=[people[one] for one in met],
            latest=[row(one, people) for one in matches[:20]],
            titles=titles,
        )


def names_of(who: Person, titles: Mapping[str, str]) -> tuple[str | None, str]:
    """What a player is found by."""
    return who.name, titles[who.place]


def row(match: Ended, people: Mapping[int, Person]) -> dict[str, Any]:
    """A match as a line of a list: with its winners."""
    return {"match": match, "winners": [people[one] for one in (match.places[0] if match.places else ())]}
