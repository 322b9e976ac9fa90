"""A league grown large: the rows of its matches again and again, in SQLite, and what is summed up of them."""

from league.server.database import Ask

SUMS = "count(*), sum(won), sum(points), sum(others) FROM result GROUP BY"
DERIVED = (
    "DELETE FROM standing",
    f"INSERT INTO standing SELECT season, game, who, {SUMS} season, game, who",
    f"INSERT INTO standing SELECT '', '', who, {SUMS} who",
    "DELETE FROM ladder",
    "INSERT INTO ladder SELECT DISTINCT season, game FROM standing WHERE season <> ''",
    "DELETE FROM feat",
    "INSERT INTO feat SELECT game, dice, max(one_in), count(*) FROM play WHERE who IS NOT NULL GROUP BY game, dice",
    "ANALYZE",
)


def multiply(ask: Ask, times: int, first: int = 0, /, **others: str) -> None:
    """Have every match this many times; `others`: what a column's value, {}, is in copy `i` of a row.

    Their codes begin with the copy's number, from `first` on.
    """
    copies = f"(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {times - 1}) SELECT i FROM n)"
    code = f"printf('%04x', i + {first}) || substr({{}}, 1, 8)"
    other = {"code": code, "match": code, **others}
    for relation in ("match", "course", "seat", "result", "play"):
        columns = [row.name for row in ask(f"SELECT name FROM pragma_table_info('{relation}')")]
        told = {name: other.get(name, "{}").format(f"one.{name}") for name in columns}
        if "season" in told:
            told["season"] = f"strftime('%Y-', {told['ended']}) || ((2 + strftime('%m', {told['ended']})) / 3)"
        rows = f"SELECT {', '.join(told.values())} FROM {relation} AS one, {copies}"
        ask(f"INSERT INTO {relation} ({', '.join(columns)}) {rows}")
    for statement in DERIVED:
        ask(statement)
