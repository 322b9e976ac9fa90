"""Counts matches into the rows that pages show, by their days and seasons, and out of them again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from league.server.database import Ask

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
BY_MATCH = ":codes"
BY_PLAYER = "(SELECT match FROM seat WHERE player IN :ids)"
"""Which matches: those of `codes`, or all in which one of the players `ids` sat."""

# What is shown: sums of what each match is counted as, to which it is added, or from which it is taken away. Rows are
# moved in one order everywhere: two that wait for one another's rows would wait for ever.
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

# What each match is counted as. Points: one for each who was left behind, half a point for each equal. Whoever sits
# there twice, since two names were joined, counts once, where they sat first.
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
    """What changes within it, of matches or players, changes what those matches are counted as."""
    if [] in which.values():  # as with nearly every post: its match goes on
        yield
        return
    for sum_ in SUMS:
        ask(sum_.replace("THESE", these), sign=-1, **which)
    yield
    for result in RESULTS:
        ask(result.replace("THESE", these), **which)
    for sum_ in SUMS:
        ask(sum_.replace("THESE", these), sign=1, **which)
