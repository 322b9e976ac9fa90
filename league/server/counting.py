"""Adds matches to the rows that pages show, and takes them out again when they change.

So a page costs the same however many matches there are. Three steps: what each match is counted as (`RESULTS`), and
sums of that, from which it is taken before a change and to which it is added after it (`SUMS`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from league.server.database import Ask

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
BY_MATCH = ":codes"
BY_PLAYER = "(SELECT match FROM seat WHERE player IN :ids)"
"""Put in for THESE in the statements: the matches of `codes`, or all in which one of the players `ids` sat."""

# Standings (of a season and game, and of all, ''), the rarest plays, and how each table's dice fell; `sign` is 1 or -1.
# The ORDER BY is no decoration: two transactions that lock the same rows in different order wait for each other for
# ever.
SUMS = (
    """
    INSERT INTO standing (season, game, who, matches, wins, points, others)
    SELECT season, game, who, :sign * count(*), :sign * sum(won), :sign * sum(points), :sign * sum(others)
    FROM (
        SELECT season, game, who, won, points, others FROM result WHERE match IN THESE
        UNION ALL SELECT '', '', who, won, points, others FROM result WHERE match IN THESE
    ) AS counted
    WHERE true GROUP BY season, game, who ORDER BY season, game, who
    ON CONFLICT (season, game, who) DO UPDATE SET
        matches = standing.matches + excluded.matches, wins = standing.wins + excluded.wins,
        points = standing.points + excluded.points, others = standing.others + excluded.others
    """,
    """
    INSERT INTO feat (game, dice, one_in, times)
    SELECT game, dice, max(one_in), :sign * count(*) FROM play WHERE match IN THESE AND who IS NOT NULL
    GROUP BY game, dice ORDER BY game, dice
    ON CONFLICT (game, dice) DO UPDATE SET times = feat.times + excluded.times
    """,
    f"""
    UPDATE place SET {", ".join(f"{face} = place.{face} + :sign * fell.{face}" for face in FACES)}
    FROM (
        SELECT place, {", ".join(f"sum({face}) AS {face}" for face in FACES)} FROM match
        WHERE code IN THESE AND state IN ('played', 'given up') GROUP BY place
    ) AS fell
    WHERE place.name = fell.place
    """,
)

# What each match is counted as. Points: one for each player left behind, half a point for each on the same place. A
# player who sits there twice, as two names were joined, counts once, on the first of both seats.
RESULTS = (
    "DELETE FROM result WHERE match IN THESE",
    """
    INSERT INTO result (match, who, seat, season, game, ended, points, others, won, rank)
    WITH people AS (
        SELECT seat.match, COALESCE(player.same_as, player.id) AS who, min(seat.seat) AS seat
        FROM seat JOIN player ON player.id = seat.player JOIN match ON match.code = seat.match
        WHERE seat.match IN THESE AND match.state = 'played' AND seat.rank IS NOT NULL AND NOT player.guest
        GROUP BY seat.match, COALESCE(player.same_as, player.id)
    ), placed AS (
        SELECT people.match, people.who, people.seat, seat.rank
        FROM people JOIN seat ON seat.match = people.match AND seat.seat = people.seat
    )
    SELECT mine.match, mine.who, mine.seat, match.season, match.game, match.ended,
        sum(CASE WHEN theirs.rank > mine.rank THEN 1.0 WHEN theirs.rank = mine.rank THEN 0.5 ELSE 0.0 END),
        count(theirs.who), CASE WHEN min(theirs.rank) < mine.rank THEN 0 ELSE 1 END, mine.rank
    FROM placed AS mine JOIN match ON match.code = mine.match
    LEFT JOIN placed AS theirs ON theirs.match = mine.match AND theirs.who <> mine.who
    GROUP BY mine.match, mine.who, mine.seat, match.season, match.game, match.ended, mine.rank
    """,
    """
    UPDATE play SET ended = (SELECT ended FROM match WHERE match.code = play.match),
        who = (SELECT who FROM result WHERE result.match = play.match AND result.seat = play.seat)
    WHERE match IN THESE
    """,
    """
    INSERT INTO ladder (season, game) SELECT DISTINCT season, game FROM result WHERE match IN THESE
    ORDER BY season, game ON CONFLICT DO NOTHING
    """,
)


def moment(when: datetime) -> str:
    """A time of day, UTC, as journals and the league write it."""
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def season_of(day: str) -> str:
    """The season of a day: a quarter of a year, "2026-4"."""
    return f"{day[:4]}-{(int(day[5:7]) + 2) // 3}"


@contextmanager
def recounted(ask: Ask, these: str = BY_MATCH, **which: Any) -> Iterator[None]:
    """Around a change of matches or players: takes those matches out of the rows before it, and adds them after it."""
    if [] in which.values():  # as with nearly every post, whose match is still under way
        yield
        return
    for sum_ in SUMS:
        ask(sum_.replace("THESE", these), sign=-1, **which)
    yield
    for result in RESULTS:
        ask(result.replace("THESE", these), **which)
    for sum_ in SUMS:
        ask(sum_.replace("THESE", these), sign=1, **which)
