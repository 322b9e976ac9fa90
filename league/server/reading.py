"""What pages ask the database: rows written as matches ended, so that it takes as long for any number of them."""

import json
import math
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kiosk.history.fairness import Fairness
from league.server.counting import FACES
from league.server.database import Ask
from league.server.outcome import HIDDEN, NOBODY, Card
from league.server.store import Store, folded

LIVE, LATEST, BEST, MOST, SEASONS = 24, 20, 30, 100, 24
"""The most live tables, matches, plays, players, and seasons with games of one player, on one page."""
MET = 200
"""Whom a player has met is looked up in their latest 200 matches."""
SILENT_S = 150.0
"""A table that was not heard for 150 s is offline: it posts once a minute at least."""
IN_ALL = ""
"""Stands for season and for game in the row that sums up all matches of a player."""
MIDDLE, SCALE = 1500.0, 400.0
"""The scale of chess ratings (Elo, The Rating of Chessplayers, 1978): who has 400 more wins ten times of eleven."""
BEGINNING = 2.0
"""Everybody begins with 2 points won and 2 lost against an average player, so that one match makes no champion."""

TITLE = "COALESCE(place.title, place.name) AS title"
# A player as pages show them: without a name they were forgotten; `same_as`: the player at another table they count as.
PERSON = f"player.id AS number, player.name, player.place, {TITLE}, player.guest, player.same_as"
AT = "place.name = player.place"
PEOPLE = f"player JOIN place ON {AT}"
# How many have more points, plus one: an index answers that without reading all rows.
RANK = (
    "(SELECT 1 + count(*) FROM standing AS a WHERE a.season = standing.season AND a.game = standing.game"
    " AND a.points > standing.points)"
)
MATCH = f"match.code, {TITLE}, match.game, match.ended"
SHOWN = "match JOIN place ON place.name = match.place"
# The escape sign is not SQL's usual backslash: that differs between databases.
LIKE = "(player.folded LIKE :find ESCAPE '!' OR place.folded LIKE :find ESCAPE '!')"


class Ended(NamedTuple):
    """A match that was played to its end, with the number and name of each winner."""

    code: str
    title: str
    game: str
    ended: str
    winners: Sequence[Any]


class Best(NamedTuple):
    """A throw that made the best hand, falling once in `one_in`; `last`: who threw it last, where."""

    kept: Sequence[int]
    thrown: Sequence[int]
    one_in: float
    times: int
    last: Any


class Live(NamedTuple):
    """A table and the match that came last from it."""

    name: str
    title: str
    online: bool
    code: str
    changed: int
    card: Card
    names: Sequence[str]
    house: Sequence[int]


class Found(NamedTuple):
    """The first rows of a list, whether there are more (`long`), and what was searched for."""

    rows: Sequence[Any]
    long: bool
    asked: str


class LeagueReader:
    """Reads from a store, and never changes it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def changed(self) -> int:
        """When a table's card changed last, in milliseconds since 1970."""
        return self._store.rows("SELECT COALESCE(max(changed), 0) FROM place")[0][0]

    def live(self, since: int = 0) -> Sequence[Live]:
        """Tables with the match that came last, the latest first; only those that changed `since` then."""
        sql = (
            "SELECT place.*, match.heading FROM place JOIN match ON match.code = place.current"
            f" WHERE changed > :since AND card IS NOT NULL AND state NOT IN {HIDDEN}"
            " ORDER BY changed DESC LIMIT :most"
        )
        with self._store.reading() as ask:
            rows = ask(sql, since=since, most=LIVE).all()
            called = names(ask, [row.current for row in rows])
        heard = time.time() - SILENT_S
        return [
            Live(
                row.name,
                row.title or row.name,
                row.heard > heard,
                row.current,
                row.changed,
                Card.read(row.card),
                called[row.current],
                house_of(row.heading),
            )
            for row in rows
        ]

    def latest(self, *who: int, most: int = LATEST) -> Sequence[Ended]:
        """Matches that were played to their end, the latest first; if players are named, those in which all played."""
        joins = "".join(
            f" JOIN result AS r{at} ON r{at}.match = match.code AND r{at}.who = :who{at}" for at in range(len(who))
        )
        order = "r0.ended" if who else "match.ended"  # both have an index
        played = f"SELECT {MATCH} FROM {SHOWN} {joins} WHERE state = 'played'"
        winners = (
            "SELECT match, player.id AS number, name FROM result JOIN player ON player.id = who"
            " WHERE match IN :codes AND won = 1 ORDER BY seat"
        )
        with self._store.reading() as ask:
            told = {"most": most, **{f"who{at}": one for at, one in enumerate(who)}}
            rows = ask(f"{played} ORDER BY {order} DESC, match.code LIMIT :most", **told).all()
            won = ask(winners, codes=[row.code for row in rows]).all()
        return [
            Ended(row.code, row.title, row.game, row.ended, [one for one in won if one.match == row.code])
            for row in rows
        ]

    def ladders(self) -> Sequence[tuple[str, str]]:
        """Each season and game in which a match was played, the latest season first."""
        some = "SELECT 1 FROM standing WHERE season = ladder.season AND game = ladder.game AND matches > 0"
        rows = self._store.rows(f"SELECT season, game FROM ladder WHERE EXISTS ({some}) ORDER BY season DESC, game")
        return [(season, game) for season, game in rows]

    def table(self, season: str, game: str, find: str = "", most: int = MOST) -> Found:
        """The league table of a season and a game, or of all matches, without rank; `find`: names that hold this."""
        by, rank = ("matches", "0") if season == IN_ALL else ("points", RANK)
        where = f"WHERE season = :season AND game = :game AND matches > 0 {f'AND {LIKE}' if find else ''}"
        tables = f"FROM standing LEFT JOIN player ON player.id = standing.who LEFT JOIN place ON {AT}"
        sql = f"SELECT {PERSON}, standing.*, {rank} AS rank {tables} {where} ORDER BY {by} DESC, who LIMIT :most"
        return self._found(sql, most, find, season=season, game=game)

    def people(self, find: str = "", most: int = MOST) -> Found:
        """Players who have a name, by table and name."""
        where = f"WHERE player.name IS NOT NULL {f'AND {LIKE}' if find else ''}"
        sql = f"SELECT {PERSON} FROM {PEOPLE} {where} ORDER BY player.place, player.name LIMIT :most"
        return self._found(sql, most, find)

    def person(self, *numbers: int) -> Mapping[int, Any]:
        """Some players, as far as they are known."""
        return {player.number: player for player in self._people("WHERE player.id IN :numbers", numbers=[*numbers])}

    def same(self, number: int) -> Sequence[Any]:
        """Everybody who counts as a player, that one too."""
        return self._people("WHERE :player IN (player.id, player.same_as) ORDER BY player.id", player=number)

    def twins(self, who: Any) -> Sequence[Any]:
        """Players of the same name at other tables, who may be the same person."""
        sql = "WHERE player.folded = :folded AND player.place <> :place AND player.same_as IS NULL"
        return self._people(sql, folded=folded(who.name), place=who.place) if who.name else []

    def fares(self, number: int) -> Sequence[Any]:
        """A player's row in the league table of each season and game, the latest first."""
        sql = (
            f"SELECT standing.*, {RANK} AS rank FROM standing"
            " WHERE who = :who AND season <> '' AND matches > 0 ORDER BY season DESC, game LIMIT :most"
        )
        return self._store.rows(sql, who=number, most=SEASONS)

    def met(self, number: int) -> Sequence[Any]:
        """Whom a player has met lately."""
        lately = "SELECT match FROM result WHERE who = :who ORDER BY ended DESC LIMIT :most"
        others = f"SELECT who FROM result WHERE match IN ({lately}) AND who <> :who"
        return self._people(f"WHERE player.id IN ({others}) ORDER BY player.folded", who=number, most=MET)

    def versus(self, player: int, other: int) -> Sequence[int]:
        """How often `player` came in before `other`, on the same place, and after."""
        counts = ", ".join(
            f"COALESCE(sum(CASE WHEN mine.rank {sign} theirs.rank THEN 1 ELSE 0 END), 0)" for sign in "<=>"
        )
        sql = f"SELECT {counts} FROM result AS mine JOIN result AS theirs ON theirs.match = mine.match"
        return self._store.rows(f"{sql} WHERE mine.who = :player AND theirs.who = :other", player=player, other=other)[
            0
        ]

    def dice(self, find: str = "", most: int = 12) -> Found:
        """How the dice of each table fell, in matches that ended; by the tables' names."""
        like = "AND folded LIKE :find ESCAPE '!'" if find else ""
        where = f"WHERE current IS NOT NULL {like} ORDER BY name LIMIT :most"
        found = self._found(f"SELECT COALESCE(title, name), {', '.join(FACES)} FROM place {where}", most, find)
        return found._replace(rows=[(title, Fairness(tuple(fell))) for title, *fell in found.rows])

    def plays(self) -> Sequence[Best]:
        """The rarest throws that made a best hand, each kind once, with who threw it last; guests do not count."""
        feats = "SELECT * FROM feat WHERE times > 0 ORDER BY one_in DESC, game, dice LIMIT :most"
        last = (
            f"SELECT {MATCH}, player.id AS number, player.name FROM {SHOWN} JOIN play ON play.match = match.code"
            " JOIN player ON player.id = play.who WHERE play.game = :game AND play.dice = :dice AND who IS NOT NULL"
            " ORDER BY play.ended DESC LIMIT 1"
        )
        found = []
        with self._store.reading() as ask:
            for feat in ask(feats, most=BEST).all():
                kept, thrown = ([*map(int, dice)] for dice in feat.dice.split("/"))
                shown = ask(last, game=feat.game, dice=feat.dice).one()
                found.append(Best(kept, thrown, feat.one_in, feat.times, shown))
        return found

    def match(self, code: str) -> Any:
        """A match that the league has, its table's title, and what its seats are called."""
        with self._store.reading() as ask:
            row = ask(f"SELECT match.*, {TITLE} FROM {SHOWN} WHERE code = :code", code=code).first()
            return row, names(ask, [code])[code]

    def _people(self, sql: str, **told: Any) -> Sequence[Any]:
        return self._store.rows(f"SELECT {PERSON} FROM {PEOPLE} {sql}", **told)

    def _found(self, sql: str, most: int, find: str, **told: Any) -> Found:
        """The first rows of a list whose names hold `find`; one more is asked for, to know whether there are others."""
        # What stands for anything in LIKE is to be found as it is.
        plain = folded(find).replace("!", "!!").replace("%", "!%").replace("_", "!_")
        like = {"find": f"%{plain}%"} if find else {}
        rows = self._store.rows(sql, most=most + 1, **told, **like)
        return Found(rows[:most], len(rows) > most, find)


def rating(points: float, others: float) -> float:
    """The rating of a player who has `points` of the `others` that there were to be won."""
    return MIDDLE + SCALE * math.log10((points + BEGINNING) / (others - points + BEGINNING))


def house_of(heading: str) -> Sequence[int]:
    """The seats that the house plays."""
    return [seat for seat, player in enumerate(json.loads(heading)["players"]) if isinstance(player, dict)]


def names(ask: Ask, codes: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """The names of the seats of some matches; a forgotten one is `NOBODY`."""
    found: dict[str, list[str]] = {code: [] for code in codes}
    sql = "SELECT match, name FROM seat JOIN player ON player.id = seat.player WHERE match IN :codes"
    for code, name in ask(f"{sql} ORDER BY match, seat", codes=[*codes]):
        found[code].append(name or NOBODY)
    return found
