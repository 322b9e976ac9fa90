"""What the pages ask the database: rows that were written as matches ended, however many matches there are."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kiosk.history.fairness import Fairness
from league.server.card import Card
from league.server.counting import FACES
from league.server.database import Ask
from league.server.outcome import HIDDEN
from league.server.seating import folded
from league.server.store import Store

LIVE, LATEST, BEST, MOST, SEASONS = 24, 20, 30, 100, 24
"""Of tables, matches, plays, players, and seasons and games of one player, on one page."""
MET = 200
"""Matches of a player, the latest, in which is looked for whom they met."""
SILENT_S = 150.0
"""A table that was not heard for longer is offline: it says once a minute that it is there."""
IN_ALL = ""
"""Season and game of what somebody's matches came to in all."""
MIDDLE, SCALE = 1500.0, 400.0
"""Chess's scale (Elo, The Rating of Chessplayers, 1978): who has 400 more is ahead ten times of eleven."""
BEGINNING = 2.0
"""Wins and defeats against the middle with which everybody begins, so that one match makes no champion."""

TITLE = "COALESCE(place.title, place.name) AS title"
PERSON = f"player.id AS number, player.name, player.place, {TITLE}, player.guest, player.same_as"
AT = "place.name = player.place"
PEOPLE = f"player JOIN place ON {AT}"
RANK = (
    "(SELECT 1 + count(*) FROM standing AS a WHERE a.season = standing.season AND a.game = standing.game"
    " AND a.points > standing.points)"
)
MATCH = f"match.code, {TITLE}, match.game, match.ended"
SHOWN = "match JOIN place ON place.name = match.place"
LIKE = "(player.folded LIKE :find ESCAPE '!' OR place.folded LIKE :find ESCAPE '!')"


class Person(NamedTuple):
    """A player as the pages name them; `name` None: forgotten; `same_as`: who they count as, at another table."""

    number: int
    name: str | None
    place: str
    title: str
    guest: bool
    same_as: int | None


class Ended(NamedTuple):
    """A match that was played to its end: who won."""

    code: str
    title: str
    game: str
    ended: str
    winners: tuple[Person, ...]


class Row(NamedTuple):
    """A line of the league table; `rank`: 1 is the first, equals share it."""

    rank: int
    who: Person
    matches: int
    wins: int
    points: float
    rating: float


class Best(NamedTuple):
    """A throw that made the best hand: what stayed, what was thrown, how rarely it falls; who threw it last, where."""

    kept: tuple[int, ...]
    thrown: tuple[int, ...]
    one_in: float
    times: int
    who: Person
    match: Ended


class Live(NamedTuple):
    """A table and the match that came last from it."""

    name: str
    title: str
    online: bool
    code: str
    changed: int
    card: Card
    names: tuple[str, ...]
    house: tuple[int, ...]


class Found(NamedTuple):
    """The first rows of a list, whether there are more, and what was looked for."""

    rows: Sequence[Any]
    long: bool
    asked: str


class LeagueReader:
    """Answers out of a store; nothing here changes it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def changed(self) -> int:
        """When a table's card changed last, in milliseconds since 1970."""
        with self._store.reading() as ask:
            return ask("SELECT COALESCE(max(changed), 0) FROM place").scalar_one()

    def live(self, since: int = 0) -> Sequence[Live]:
        """Tables with the match that came last, the latest first; only those that changed `since` then."""
        sql = (
            "SELECT place.*, match.heading FROM place JOIN match ON match.code = place.current"
            f" WHERE changed > :since AND card IS NOT NULL AND state NOT IN {HIDDEN}"
            " ORDER BY changed DESC LIMIT :most"
        )
        with self._store.reading() as ask:
            rows = ask(sql, since=since, most=LIVE).all()
            names = self._store.names(ask, [row.current for row in rows])
        now = time.time()
        return [
            Live(
                row.name,
                row.title or row.name,
                now - row.heard < SILENT_S,
                row.current,
                row.changed,
                Card.read(row.card),
                tuple(names[row.current]),
                house_of(row.heading),
            )
            for row in rows
        ]

    def latest(self, *who: int, most: int = LATEST) -> Sequence[Ended]:
        """Matches that were played to their end, the latest first; those in which all of these played, if any."""
        joins = "".join(
            f" JOIN result AS r{at} ON r{at}.match = match.code AND r{at}.who = :who{at}" for at in range(len(who))
        )
        order = "r0.ended" if who else "match.ended"  # of which there is an index
        sql = (
            f"SELECT {MATCH} FROM {SHOWN} {joins} WHERE state = 'played' ORDER BY {order} DESC, match.code LIMIT :most"
        )
        with self._store.reading() as ask:
            return _ended(ask, sql, most=most, **{f"who{at}": one for at, one in enumerate(who)})

    def ladders(self) -> Sequence[tuple[str, str]]:
        """Season and game of everything that was played, the latest season first."""
        some = "SELECT 1 FROM standing WHERE season = ladder.season AND game = ladder.game AND matches > 0"
        with self._store.reading() as ask:
            rows = ask(f"SELECT season, game FROM ladder WHERE EXISTS ({some}) ORDER BY season DESC, game")
            return [(season, game) for season, game in rows]

    def table(self, season: str, game: str, find: str = "", most: int = MOST) -> Found:
        """The league table of a season and a game; of those whose name is like `find`."""
        tables = f"FROM standing LEFT JOIN player ON player.id = standing.who LEFT JOIN place ON {AT}"
        by, rank = ("matches", "0") if season == IN_ALL else ("points", RANK)
        where = f"WHERE season = :season AND game = :game AND matches > 0 {f'AND {LIKE}' if find else ''}"
        sql = f"SELECT {PERSON}, standing.*, {rank} AS rank {tables} {where} ORDER BY {by} DESC, who LIMIT :most"
        told = {"season": season, "game": game} | _like(find)
        with self._store.reading() as ask:
            return _found([_row(row) for row in ask(sql, most=most + 1, **told)], most, find)

    def people(self, find: str = "", most: int = MOST) -> Found:
        """Players who have a name, by table and name."""
        like = f"AND {LIKE}" if find else ""
        sql = f"WHERE player.name IS NOT NULL {like} ORDER BY player.place, player.name LIMIT :most"
        with self._store.reading() as ask:
            return _found(_people(ask, sql, most=most + 1, **_like(find)), most, find)

    def person(self, *numbers: int) -> Mapping[int, Person]:
        """Some players, as far as they are known."""
        with self._store.reading() as ask:
            return _known(ask, numbers)

    def same(self, number: int) -> Sequence[Person]:
        """Everybody who counts as a player, that one too."""
        with self._store.reading() as ask:
            return _people(ask, "WHERE :one IN (player.id, player.same_as) ORDER BY player.id", one=number)

    def twins(self, who: Person) -> Sequence[Person]:
        """Players of the same name at other tables, who may be the same person."""
        sql = "WHERE player.folded = :folded AND player.place <> :place AND player.same_as IS NULL"
        with self._store.reading() as ask:
            return _people(ask, sql, folded=folded(who.name), place=who.place) if who.name else []

    def fares(self, number: int) -> Sequence[tuple[str, str, Row]]:
        """How a player fares: season, game, and the line of that table, the latest first."""
        sql = (
            f"SELECT {PERSON}, standing.*, {RANK} AS rank FROM {PEOPLE} JOIN standing ON who = player.id"
            " WHERE who = :who AND season <> '' AND matches > 0 ORDER BY season DESC, game LIMIT :most"
        )
        with self._store.reading() as ask:
            return [(row.season, row.game, _row(row)) for row in ask(sql, who=number, most=SEASONS)]

    def met(self, number: int) -> Sequence[Person]:
        """Whom a player has met lately."""
        lately = "SELECT match FROM result WHERE who = :who ORDER BY ended DESC LIMIT :most"
        sql = f"SELECT DISTINCT who FROM result WHERE match IN ({lately}) AND who <> :who"
        with self._store.reading() as ask:
            known = _known(ask, ask(sql, who=number, most=MET).scalars().all())
        return sorted(known.values(), key=lambda one: folded(one.name or ""))

    def versus(self, one: int, other: int) -> tuple[int, int, int]:
        """How often the one came before the other, with them, and after them."""
        counts = ", ".join(f"sum(CASE WHEN mine.rank {sign} theirs.rank THEN 1 ELSE 0 END)" for sign in "<=>")
        sql = f"SELECT {counts} FROM result AS mine JOIN result AS theirs ON theirs.match = mine.match"
        with self._store.reading() as ask:
            ahead, equal, behind = ask(
                f"{sql} WHERE mine.who = :one AND theirs.who = :other", one=one, other=other
            ).one()
        return ahead or 0, equal or 0, behind or 0

    def dice(self, find: str = "", most: int = 12) -> Found:
        """How the dice of each table fell, in matches that ended; by the tables' names."""
        like = "AND folded LIKE :find ESCAPE '!'" if find else ""
        where = f"WHERE current IS NOT NULL {like} ORDER BY name LIMIT :most"
        sql = f"SELECT COALESCE(title, name), {', '.join(FACES)} FROM place {where}"
        with self._store.reading() as ask:
            rows = [(row[0], Fairness(tuple(row[1:]))) for row in ask(sql, most=most + 1, **_like(find))]
            return _found(rows, most, find)

    def plays(self) -> Sequence[Best]:
        """The rarest throws that made a best hand, each kind once, with who threw it last; guests' are nobody's."""
        feats = "SELECT * FROM feat WHERE times > 0 ORDER BY one_in DESC, game, dice LIMIT :most"
        last = (
            f"SELECT {MATCH}, who FROM {SHOWN} JOIN play ON play.match = match.code"
            " WHERE play.game = :game AND play.dice = :dice AND who IS NOT NULL ORDER BY play.ended DESC LIMIT 1"
        )
        found = []
        with self._store.reading() as ask:
            for feat in ask(feats, most=BEST).all():
                row = ask(last, game=feat.game, dice=feat.dice).one()
                kept, thrown = (tuple(map(int, dice)) for dice in feat.dice.split("/"))
                match = Ended(row.code, row.title, row.game, row.ended, ())
                found.append(Best(kept, thrown, feat.one_in, feat.times, _known(ask, [row.who])[row.who], match))
        return found

    def heading(self, code: str) -> Any:
        """A match and what it came to, if it is known and shown, and its table's title."""
        sql = f"SELECT match.*, {TITLE} FROM {SHOWN} WHERE code = :code AND state NOT IN {HIDDEN}"
        with self._store.reading() as ask:
            return ask(sql, code=code).first()

    def has(self, code: str) -> bool:
        """Whether any line of a match came, even if it is not shown."""
        with self._store.reading() as ask:
            return ask("SELECT 1 FROM match WHERE code = :code", code=code).first() is not None


def _found(rows: Sequence[Any], most: int, find: str) -> Found:
    """Of one more than are shown, those that are."""
    return Found(rows[:most], len(rows) > most, find)


def house_of(heading: str) -> tuple[int, ...]:
    """The seats that the house plays."""
    return tuple(seat for seat, one in enumerate(json.loads(heading)["players"]) if isinstance(one, dict))


def _ended(ask: Ask, sql: str, **told: Any) -> Sequence[Ended]:
    """Matches that were played to their end, and who won them."""
    rows = ask(sql, **told).all()
    winners = "SELECT match, who FROM result WHERE match IN :codes AND won = 1 ORDER BY seat"
    won = ask(winners, codes=[row.code for row in rows]).all()
    people = _known(ask, [who for _, who in won])
    return [
        Ended(*row, winners=tuple(people[who] for code, who in won if code == row.code))  # type: ignore[misc]
        for row in rows
    ]


def _people(ask: Ask, sql: str, **told: Any) -> Sequence[Person]:
    return [Person(*row) for row in ask(f"SELECT {PERSON} FROM {PEOPLE} {sql}", **told)]


def _known(ask: Ask, numbers: Sequence[int]) -> Mapping[int, Person]:
    return {one.number: one for one in _people(ask, "WHERE player.id IN :numbers", numbers=[*numbers])}


def _row(row: Any) -> Row:
    rating = MIDDLE + SCALE * math.log10((row.points + BEGINNING) / (row.others - row.points + BEGINNING))
    return Row(row.rank, Person(*row[:6]), row.matches, row.wins, row.points, rating)


def _like(find: str) -> dict[str, str]:
    """What is looked for, anywhere in a name."""
    plain = folded(find).replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return {"find": f"%{plain}%"} if find else {}
