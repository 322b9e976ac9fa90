"""Days and seasons, as journals and the league write them."""

from __future__ import annotations

from datetime import datetime, timedelta

DAY = timedelta(days=1)
"""How far a table's clock may go wrong."""
FIRST_DAY = "2015-01-01T00:00:00Z"
"""No table played before."""


def moment(when: datetime) -> str:
    """A time of day, UTC."""
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def season_of(day: str) -> str:
    """The season of a day: a quarter of a year, "2026-4"."""
    return f"{day[:4]}-{(int(day[5:7]) + 2) // 3}"
