"""The pages that everybody may read: tables that play, standings, players, matches, plays and dice."""

import json
import logging
import re
from collections import OrderedDict
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kiosk.games.text import Text, say
from kiosk.match.online import CODE_LETTERS
from league.pages.admin import LONGEST_FORM, TOO_OFTEN, Tries, form_of, is_ours, number_in
from league.pages.match_story import story_of
from league.pages.rendering import asked_of, page
from league.server.admin_store import AdminStore
from league.server.outcome import HIDDEN, card, match_of
from league.server.reading import IN_ALL, LeagueReader, house_of
from league.server.store import Store

logger = logging.getLogger(__name__)

CODE = re.compile(rf"[0-9a-f]{{{CODE_LETTERS}}}")
"""The code of a match."""
STORIES = 256
"""The stories of 256 matches are kept for all who read them."""


class Public:
    """The public addresses and what they answer."""

    def __init__(self, store: Store) -> None:
        self._store, self._reading, self._admin_store = store, LeagueReader(store), AdminStore(store)
        self._tries = Tries()
        self._stories: OrderedDict[tuple[str, int, str], dict[str, Any]] = OrderedDict()
        self.routes = [
            Route("/", self._live),
            Route("/standings", self._standings),
            Route("/match/{code:str}", self._match),
            Route("/dice", self._dice),
            Route("/plays", self._plays),
            Route("/players", self._players),
            Route("/player/{number:int}", self._player),
            Route("/player/{number:int}/claim", self._claim, methods=["POST"], max_body_size=LONGEST_FORM),
            Route("/versus/{number:int}", self._versus),
        ]

    def _live(self, request: Request) -> Response:
        since, live = self._reading.changed(), self._reading.live()
        tables = sorted(live, key=lambda table: table.card.over or not table.online)
        return page(request, "live.html", tables=tables, latest=self._reading.latest(), since=since)

    def _standings(self, request: Request) -> Response:
        ladders = self._reading.ladders()
        season, game = request.query_params.get("season", ""), request.query_params.get("game", "")
        # Another game of that season, else another season of that game, else the latest table there is.
        if (season, game) not in ladders:
            near = [ladder for ladder in ladders if ladder[0] == season] or [
                ladder for ladder in ladders if ladder[1] == game
            ]
            season, game = (near or ladders or [("-", "-")])[0]
        return page(
            request,
            "standings.html",
            found=self._reading.table(season, game, asked_of(request)),
            season=season,
            game=game,
            seasons=sorted({season for season, _ in ladders}, reverse=True),
            games=sorted({game for _, game in ladders}),
        )

    def _match(self, request: Request) -> Response:
        # `since` first: a change between the two queries is then sent to the page again, not lost.
        code, since = request.path_params["code"], self._reading.changed()
        match, called = self._reading.match(code)
        # Whoever scans the code on a table's screen may be faster than that table's post.
        if match is None and CODE.fullmatch(code):
            return page(request, "coming.html", status=404, code=code, since=since)
        if match is None or match.state in HIDDEN:
            raise HTTPException(404)
        try:
            story = self._story(match)
        except Exception as error:  # lines come from outside: nobody foresees how they break the rules
            logger.info("Match %s cannot be told (%s).", code, type(error).__name__)
            raise HTTPException(404) from error
        house = house_of(match.heading)
        return page(request, "match.html", heading=match, called=called, house=house, since=since, code=code, **story)

    def _dice(self, request: Request) -> Response:
        return page(request, "dice.html", found=self._reading.dice(asked_of(request)))

    def _plays(self, request: Request) -> Response:
        return page(request, "plays.html", plays=self._reading.plays(), ranked=bool(self._reading.ladders()))

    def _players(self, request: Request) -> Response:
        return page(request, "players.html", found=self._reading.table(IN_ALL, IN_ALL, asked_of(request)))

    def _player(self, request: Request, wrong: Text | None = None, status: int = 200) -> Response:
        number = _number(request)
        who = self._reading.person(number).get(number)
        if who is None:
            raise HTTPException(404)
        if who.same_as is not None:
            return RedirectResponse(f"/player/{who.same_as}", 303)
        return page(
            request,
            "player.html",
            status=status,
            who=who,
            at=[player.title for player in self._reading.same(number)],
            twins=[player.title for player in self._reading.twins(who)],
            wrong=wrong,
            fares=self._reading.fares(number),
            met=self._reading.met(number),
            latest=self._reading.latest(number),
        )

    async def _claim(self, request: Request) -> Response:
        number, form = _number(request), await form_of(request)
        if not is_ours(request):
            return RedirectResponse(f"/player/{number}", 303)
        if not self._tries.takes(request):
            return await run_in_threadpool(self._player, request, TOO_OFTEN, 429)
        holder = await run_in_threadpool(self._admin_store.join_by_code, number, form.get("code", ""))
        if holder is None:
            return await run_in_threadpool(self._player, request, say("That is no code of this name."), 403)
        return RedirectResponse(f"/player/{holder}", 303)

    def _versus(self, request: Request) -> Response:
        one, other = _number(request), number_in(request.query_params.get("with", ""))
        known = self._reading.person(one, other)
        if len(known) < 2:
            raise HTTPException(404)
        ahead, latest = self._reading.versus(one, other), self._reading.latest(one, other)
        return page(request, "versus.html", one=known[one], other=known[other], ahead=ahead, latest=latest)

    def _story(self, match: Any) -> dict[str, Any]:
        """The story of a match, kept until the match goes on; not kept while its odds are being worked out."""
        key = match.code, match.lines, match.state
        if key not in self._stories:
            progress, steps, late = story_of(*match_of(json.loads(match.heading), self._store.lines(match.code)))
            story = {"title": progress.title, "told": steps, "late": late, "card": card(progress)}
            if late:
                return story
            self._stories[key] = story
            if len(self._stories) > STORIES:
                self._stories.popitem(last=False)
        return self._stories[key]


def _number(request: Request) -> int:
    """The number of the player whose page it is."""
    return number_in(str(request.path_params["number"]))
