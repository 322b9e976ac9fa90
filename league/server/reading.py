"""What the pages ask the database: who plays now, who leads, who met whom, how the dice fell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, RowMapping, case, func, select

from kiosk.history.fairness import Fairness, total
from league.server import schema
from league.server.outcome import PLAYED, REFUSED
from league.server.standings import Played, Row, standings
from league.server.store import Store

Answer = TypeVar("Answer")

LIVE, LATEST, BEST = 24, 20, 30
"""Of tables, matches, plays on one page."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the pages name them; `name` None: forgotten; `same_as`: who they count as, at another table."""

    number: int
    name: str | None
    place: str
    guest: bool
    same_as: int | None


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that ended: who came where, by the numbers of the players, equals together."""

    code: str
    place: str
    game: str
    season: str
    ended: str
    places: tuple[tuple[int, ...], ...]


class LeagueReader:
    """Answers out of a store; nothing here changes it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[Hashable, tuple[tuple[int, ...], Any]] = {}
        """What was made of many results, by what was asked, with the mark of what it was made of."""

    def beat(self) -> int:
        """Goes up with everything that a table says."""
        with self._store.engine.connect() as connection:
            return connection.scalar(select(func.coalesce(func.sum(schema.place.c.beat), 0))) or 0

    def places(self) -> Mapping[str, str]:
        """Every table's title, by its name."""
        with self._store.engine.connect() as connection:
            rows = connection.execute(select(schema.place.c.name, schema.place.c.title).order_by(schema.place.c.name))
            return {name: title or name for name, title in rows}

    def live(self) -> Sequence[RowMapping]:
        """Tables with the match that was played there last, the latest first; none whose match is refused."""
        with self._store.engine.connect() as connection:
            ended = schema.result, schema.result.c.match == schema.place.c.current
            shown = schema.place.c.current.is_not(None) & (func.coalesce(schema.result.c.state, "") != REFUSED)
            query = select(schema.place).outerjoin(*ended).where(shown)
            latest = schema.place.c.last.desc(), schema.place.c.name
            return connection.execute(query.order_by(*latest).limit(LIVE)).mappings().all()

    def people(self) -> Mapping[int, Person]:
        """Every player, by number."""
        with self._store.engine.connect() as connection:
            return {row["id"]: _person(row) for row in connection.execute(select(schema.player)).mappings()}

    def seasons(self) -> Sequence[tuple[str, str]]:
        """Season and game of everything that was played, the latest season first."""
        with self._store.engine.connect() as connection:
            query = select(schema.result.c.season, schema.result.c.game).where(schema.result.c.state == PLAYED)
            rows = connection.execute(query.distinct()).all()
        return sorted(
            ((season, game) for season, game in rows), key=lambda one: (-int(one[0].replace("-", "")), one[1])
        )

    def table(self, season: str, game: str) -> Sequence[Row]:
        """The league table of a season and a game."""
        where = (schema.result.c.season == season) & (schema.result.c.game == game) & (schema.result.c.state == PLAYED)
        return self._made(
            (season, game),
            where,
            lambda: standings(Played(one.code, one.ended, one.places) for one in self.ended(where)),
        )

    def played(self) -> Sequence[tuple[int, int, int]]:
        """Everybody who is ranked somewhere, with the matches they played and won, who played most first."""

        def count() -> list[tuple[int, int, int]]:
            played, won = Counter[int](), Counter[int]()
            for match in self.ended():
                played.update(player for players in match.places for player in players)
                won.update(match.places[0] if match.places else ())
            return [(player, matches, won[player]) for player, matches in played.most_common()]

        return self._made("played", schema.result.c.state == PLAYED, count)

    def _made(self, asked: Hashable, where: Any, make: Callable[[], Answer]) -> Answer:
        """What `make` makes of the results that fulfil a condition; once, until these or the players change."""
        results, players = schema.result.c, schema.player.c
        with self._store.engine.connect() as connection:
            made_of = connection.execute(
                select(func.count(), func.coalesce(func.sum(results.throws), 0)).where(where)
            ).one()
            guests = func.count(case((players.guest, 1)))
            changed = connection.execute(select(func.count(players.same_as), func.count(players.name), guests)).one()
        mark = (*made_of, *changed)
        kept = self._kept.get(asked)
        if kept is None or kept[0] != mark:
            kept = self._kept[asked] = mark, make()
        answer: Answer = kept[1]
        return answer

    def ended(self, where: Any = True, *, latest: int | None = None) -> Sequence[Ended]:
        """Matches that were played to their end, the latest first; without guests, who play under anybody's name."""
        query = (
            select(schema.result, schema.match.c.place)
            .join(schema.match)
            .where(schema.result.c.state == PLAYED, where)
            .order_by(schema.result.c.ended.desc(), schema.result.c.match)
            .limit(latest)
        )
        with self._store.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
            seats = self._seats(connection, [row["match"] for row in rows])
        found = []
        for row in rows:
            sits = seats[row["match"]]
            named = (tuple(sits[seat] for seat in place if seat in sits) for place in row["standing"])
            places = tuple(place for place in named if place)
            found.append(Ended(row["match"], row["place"], row["game"], row["season"], row["ended"], places))
        return found

    def matches_of(self, *players: int) -> Sequence[Ended]:
        """The matches in which all of these played, the latest first."""
        codes = None
        with self._store.engine.connect() as connection:
            for player in players:
                joined = (schema.player.c.id == player) | (schema.player.c.same_as == player)
                query = select(schema.seat.c.match).join(schema.player).where(joined)
                found = set(connection.scalars(query))
                codes = found if codes is None else codes & found
        if not codes:
            return []
        every = sorted(codes)
        several = [every[first : first + 500] for first in range(0, len(every), 500)]
        ended = [one for some in several for one in self.ended(schema.result.c.match.in_(some))]
        return sorted(ended, key=lambda one: one.ended, reverse=True)

    def dice(self) -> Mapping[str, Fairness]:
        """How the dice of each table fell, in matches that ended."""
        where = schema.result.c.state != REFUSED

        def count() -> Mapping[str, Fairness]:
            faces: dict[str, list[Sequence[int]]] = defaultdict(list)
            query = select(schema.match.c.place, schema.result.c.faces).join(schema.match)
            with self._store.engine.connect() as connection:
                for place, fell in connection.execute(query.where(where)):
                    faces[place].append(fell)
            return {place: total(parts) for place, parts in sorted(faces.items())}

        return self._made("dice", where, count)

    def plays(self) -> Sequence[tuple[Ended, Mapping[str, Any], int]]:
        """The rarest throws that made a best hand: the match, the play, and who it was; guests' are none's."""
        return self._made("plays", schema.result.c.state == PLAYED, self._rarest)

    def _rarest(self) -> list[tuple[Ended, Mapping[str, Any], int]]:
        query = select(schema.result.c.match, schema.result.c.plays).where(schema.result.c.state == PLAYED)
        with self._store.engine.connect() as connection:
            found = [(play, code) for code, plays in connection.execute(query) for play in plays]
            found.sort(key=lambda one: (-one[0]["one_in"], one[1]))
            seats = self._seats(connection, [code for _, code in found[: 10 * BEST]])
        named = [(play, code) for play, code in found[: 10 * BEST] if play["seat"] in seats[code]][:BEST]
        matches = {one.code: one for one in self.ended(schema.result.c.match.in_([code for _, code in named]))}
        return [(matches[code], play, seats[code][play["seat"]]) for play, code in named if code in matches]

    def heading(self, code: str) -> RowMapping | None:
        """A match and what it came to, if it is known; nothing of one that is refused."""
        query = select(schema.match, schema.result.c.state, schema.result.c.ended.label("over")).outerjoin(
            schema.result
        )
        with self._store.engine.connect() as connection:
            row = connection.execute(query.where(schema.match.c.code == code)).mappings().first()
        return None if row is None or row["state"] == REFUSED else row

    def has(self, code: str) -> bool:
        """Whether any line of a match came, even if it is refused."""
        with self._store.engine.connect() as connection:
            query = select(schema.match.c.code).where(schema.match.c.code == code)
            return connection.scalar(query) is not None

    def _seats(self, connection: Connection, codes: Sequence[str]) -> dict[str, dict[int, int]]:
        """Of some matches, who sits where; without guests."""
        found: dict[str, dict[int, int]] = {code: {} for code in codes}
        who = func.coalesce(schema.player.c.same_as, schema.player.c.id)
        for first in range(0, len(codes), 500):
            query = (
                select(schema.seat.c.match, schema.seat.c.seat, who)
                .join(schema.player)
                .where(schema.seat.c.match.in_(codes[first : first + 500]), ~schema.player.c.guest)
            )
            for code, seat, player in connection.execute(query):
                found[code][seat] = player
        return found


def _person(row: RowMapping) -> Person:
    return Person(row["id"], row["name"], row["place"], row["guest"], row["same_as"])


def is_twin(one: Person, other: Person) -> bool:
    """Whether this is another table's player of the same name, who may be the same person."""
    if one.name is None or other.name is None or one.guest or other.guest or other.same_as is not None:
        return False
    return one.place != other.place and one.name.casefold() == other.name.casefold()
