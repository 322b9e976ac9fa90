"""What the pages ask the database: rows that were written as matches ended, however many matches there are."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, Select, func, select

from kiosk.history.fairness import Fairness
from league.server import schema
from league.server.card import Card
from league.server.counting import IN_ALL
from league.server.outcome import HIDDEN, PLAYED
from league.server.points import rating
from league.server.seating import folded
from league.server.store import Store

LIVE, LATEST, BEST, MOST, SEASONS = 24, 20, 30, 100, 24
"""Of tables, matches, plays, players, and seasons and games of one player, on one page."""
MET = 200
"""Matches of a player, the latest, in which is looked for whom they met."""
SILENT_S = 150.0
"""A table that was not heard for longer is offline: it says once a minute that it is there."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the pages name them; `name` None: forgotten; `same_as`: who they count as, at another table."""

    number: int
    name: str | None
    place: str
    title: str
    guest: bool
    same_as: int | None


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that was played to its end: who won."""

    code: str
    title: str
    game: str
    ended: str
    winners: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the league table; `rank`: 1 is the first, equals share it."""

    rank: int
    who: Person
    matches: int
    wins: int
    points: float
    rating: float


@dataclass(frozen=True, slots=True)
class Best:
    """A throw that made the best hand: what stayed, what was thrown, how rarely it falls; who threw it last, where."""

    kept: tuple[int, ...]
    thrown: tuple[int, ...]
    one_in: float
    times: int
    who: Person
    match: Ended


@dataclass(frozen=True, slots=True)
class Live:
    """A table and the match that came last from it."""

    name: str
    title: str
    online: bool
    code: str
    changed: int
    card: Card
    names: tuple[str, ...]
    house: tuple[int, ...]


class LeagueReader:
    """Answers out of a store; nothing here changes it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def changed(self) -> int:
        """When a table's card changed last, in milliseconds since 1970."""
        return self._scalar(select(func.max(schema.place.c.changed))) or 0

    def live(self, since: int = 0) -> Sequence[Live]:
        """Tables with the match that came last, the latest first; only those that changed `since` then."""
        place, match = schema.place.c, schema.match.c
        query = select(schema.place, match.heading).join(schema.match, match.code == place.current)
        query = query.where(place.card.is_not(None), match.state.not_in(HIDDEN), place.changed > since)
        with self._store.engine.connect() as connection:
            rows = connection.execute(query.order_by(place.changed.desc()).limit(LIVE)).mappings().all()
            names = self._store.names(connection, [row["current"] for row in rows])
        found, now = [], time.time()
        for row in rows:
            players = json.loads(row["heading"])["players"]
            house = tuple(seat for seat, one in enumerate(players) if isinstance(one, dict))
            title, online = row["title"] or row["name"], now - row["heard"] < SILENT_S
            card, called = Card.read(row["card"]), tuple(names[row["current"]])
            found.append(Live(row["name"], title, online, row["current"], row["changed"], card, called, house))
        return found

    def latest(self, *who: int, most: int = LATEST) -> Sequence[Ended]:
        """Matches that were played to their end, the latest first; those in which all of these played, if any."""
        match, place = schema.match.c, schema.place.c
        query = select(match.code, match.game, match.ended, func.coalesce(place.title, place.name).label("title"))
        query = query.join(schema.place)
        for number in who:
            seat = schema.seat.alias()
            query = query.join(seat, (seat.c.match == match.code) & (seat.c.who == number))
        query = query.where(match.state == PLAYED).order_by(match.ended.desc(), match.code).limit(most)
        return self._named(query)

    def ladders(self) -> Sequence[tuple[str, str]]:
        """Season and game of everything that was played, the latest season first."""
        ladder = schema.ladder.c
        with self._store.engine.connect() as connection:
            rows = connection.execute(select(ladder.season, ladder.game).where(ladder.matches > 0))
            found = [(season, game) for season, game in rows]
        return sorted(found, key=lambda one: (-int(one[0].replace("-", "")), one[1]))

    def table(self, season: str, game: str, find: str = "", most: int = MOST) -> tuple[Sequence[Row], int]:
        """The league table of a season and a game, and how many it has; of those whose name is like `find`."""
        standing = schema.standing.c
        where = (standing.season == season) & (standing.game == game) & (standing.matches > 0)
        order = (standing.points if season != IN_ALL else standing.matches).desc(), standing.who
        query = self._people(find).join(schema.standing, standing.who == schema.player.c.id).where(where)
        ranked = query.add_columns(*standing).order_by(*order).limit(most)
        with self._store.engine.connect() as connection:
            count = connection.scalar(select(func.count()).select_from(query.subquery())) or 0
            rows = connection.execute(ranked).mappings().all()
        found: list[Row] = []
        for place, row in enumerate(rows, 1):
            equal = bool(found) and not find and found[-1].points == row["points"]
            rank = found[-1].rank if equal else self._rank(row) if find else place
            found.append(_row(rank, row))
        return found, count

    def people(self, find: str = "", most: int = MOST) -> tuple[Sequence[Person], int]:
        """Players who have a name, by table and name, and how many those are."""
        query = self._people(find).where(schema.player.c.name.is_not(None))
        ordered = query.order_by(schema.player.c.place, schema.player.c.name).limit(most)
        with self._store.engine.connect() as connection:
            count = connection.scalar(select(func.count()).select_from(query.subquery())) or 0
            return [_person(row) for row in connection.execute(ordered).mappings()], count

    def person(self, *numbers: int) -> Mapping[int, Person]:
        """Some players, as far as they are known."""
        with self._store.engine.connect() as connection:
            rows = connection.execute(self._people().where(schema.player.c.id.in_(numbers))).mappings()
            return {row["id"]: _person(row) for row in rows}

    def same(self, number: int) -> Sequence[Person]:
        """Everybody who counts as a player, that one too."""
        player = schema.player.c
        with self._store.engine.connect() as connection:
            query = self._people().where((player.id == number) | (player.same_as == number)).order_by(player.id)
            return [_person(row) for row in connection.execute(query).mappings()]

    def twins(self, who: Person) -> Sequence[Person]:
        """Players of the same name at other tables, who may be the same person."""
        if who.name is None:
            return []
        player = schema.player.c
        query = self._people().where(player.folded == folded(who.name), player.place != who.place)
        with self._store.engine.connect() as connection:
            return [_person(row) for row in connection.execute(query.where(player.same_as.is_(None))).mappings()]

    def fares(self, number: int) -> Sequence[tuple[str, str, Row]]:
        """How a player fares: season, game, and the line of that table, the latest first."""
        standing = schema.standing.c
        where = (standing.who == number) & (standing.season != IN_ALL) & (standing.matches > 0)
        query = self._people().join(schema.standing, standing.who == schema.player.c.id).add_columns(*standing)
        with self._store.engine.connect() as connection:
            rows = connection.execute(query.where(where)).mappings().all()
        rows = sorted(rows, key=lambda row: (-int(row["season"].replace("-", "")), row["game"]))[:SEASONS]
        return [(row["season"], row["game"], _row(self._rank(row), row)) for row in rows]

    def met(self, number: int) -> Sequence[Person]:
        """Whom a player has met lately."""
        seat, other = schema.seat.c, schema.seat.alias()
        lately = select(seat.match).where(seat.who == number).order_by(seat.ended.desc()).limit(MET).subquery()
        query = select(other.c.who).where(other.c.match.in_(select(lately.c.match)), other.c.who != number).distinct()
        with self._store.engine.connect() as connection:
            numbers = [*connection.scalars(query)]
        return sorted(self.person(*numbers).values(), key=lambda one: folded(one.name or ""))

    def versus(self, one: int, other: int) -> tuple[int, int, int]:
        """How often the one came before the other, with them, and after them."""
        mine, theirs = schema.seat.alias(), schema.seat.alias()
        together = (mine.c.match == theirs.c.match) & (theirs.c.who == other)
        query = select(mine.c.rank, theirs.c.rank).join(theirs, together).where(mine.c.who == one)
        ahead = [0, 0, 0]
        with self._store.engine.connect() as connection:
            for my, their in connection.execute(query):
                ahead[(my > their) - (my < their)] += 1
        return ahead[-1], ahead[0], ahead[1]

    def dice(self, find: str = "", most: int = 12) -> tuple[Sequence[tuple[str, Fairness]], int]:
        """How the dice of each table fell, in matches that ended; by the tables' titles."""
        place = schema.place.c
        title = func.coalesce(place.title, place.name)
        query = select(title.label("title"), place.faces).where(place.current.is_not(None))
        if find:
            query = query.where(func.lower(title).contains(find.lower(), autoescape=True))
        with self._store.engine.connect() as connection:
            count = connection.scalar(select(func.count()).select_from(query.subquery())) or 0
            rows = connection.execute(query.order_by(place.name).limit(most)).all()
        fell = [(named, [int(times) for times in faces.split()]) for named, faces in rows]
        return [(named, Fairness((a, b, c, d, e, f))) for named, (a, b, c, d, e, f) in fell], count

    def plays(self) -> Sequence[Best]:
        """The rarest throws that made a best hand, each kind once, with who threw it last; guests' are nobody's."""
        feat, play, found = schema.feat.c, schema.play.c, []
        query = select(schema.feat).where(feat.times > 0).order_by(feat.one_in.desc(), feat.game, feat.dice).limit(BEST)
        with self._store.engine.connect() as connection:
            for row in connection.execute(query).mappings().all():
                of = (play.game == row["game"]) & (play.dice == row["dice"])
                last = select(play.match, play.who).where(of).order_by(play.ended.desc()).limit(1)
                code, who = connection.execute(last).one()
                kept, thrown = (tuple(map(int, dice)) for dice in row["dice"].split("/"))
                [match] = self.ended(code)
                found.append(Best(kept, thrown, row["one_in"], row["times"], self.person(who)[who], match))
        return found

    def ended(self, code: str) -> Sequence[Ended]:
        """A match, if it was played to its end."""
        match, place = schema.match.c, schema.place.c
        title = func.coalesce(place.title, place.name).label("title")
        query = select(match.code, match.game, match.ended, title).join(schema.place)
        return self._named(query.where(match.code == code, match.state == PLAYED))

    def heading(self, code: str) -> RowMapping | None:
        """A match and what it came to, if it is known and shown, and its table's title."""
        query = select(schema.match, func.coalesce(schema.place.c.title, schema.place.c.name).label("title"))
        where = (schema.match.c.code == code) & schema.match.c.state.not_in(HIDDEN)
        with self._store.engine.connect() as connection:
            return connection.execute(query.join(schema.place).where(where)).mappings().first()

    def has(self, code: str) -> bool:
        """Whether any line of a match came, even if it is not shown."""
        return self._scalar(select(schema.match.c.code).where(schema.match.c.code == code)) is not None

    def _named(self, query: Select[Any]) -> Sequence[Ended]:
        seat = schema.seat.c
        with self._store.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
            winners = select(seat.match, seat.who).where(seat.match.in_([row["code"] for row in rows]), seat.won == 1)
            won = connection.execute(winners.order_by(seat.seat)).all()
        people = self.person(*(who for _, who in won))
        return [
            Ended(
                row["code"],
                row["title"],
                row["game"],
                row["ended"],
                tuple(people[who] for code, who in won if code == row["code"]),
            )
            for row in rows
        ]

    def _people(self, find: str = "") -> Select[Any]:
        player, place = schema.player.c, schema.place.c
        title = func.coalesce(place.title, place.name)
        names = (player.id, player.name, player.place, player.guest, player.same_as, title.label("title"))
        query = select(*names).join(schema.place)
        if not find:
            return query
        named = player.folded.contains(folded(find), autoescape=True)
        return query.where(named | func.lower(title).contains(find.lower(), autoescape=True))

    def _rank(self, row: RowMapping) -> int:
        standing = schema.standing.c
        where = (standing.season == row["season"]) & (standing.game == row["game"])
        ahead = select(func.count()).where(where, standing.points > row["points"])
        return 1 + (self._scalar(ahead) or 0)

    def _scalar(self, query: Select[Any]) -> Any:
        with self._store.engine.connect() as connection:
            return connection.scalar(query)


def _person(row: RowMapping) -> Person:
    return Person(row["id"], row["name"], row["place"], row["title"], row["guest"], row["same_as"])


def _row(rank: int, row: RowMapping) -> Row:
    wins, points, others = row["wins"], row["points"], row["others"]
    return Row(rank, _person(row), row["matches"], wins, points, rating(points, others))
