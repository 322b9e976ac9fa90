"""Takes one post of a table into the database: lines, what their matches come to, and the table's card, all at once."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, RowMapping, insert, select, update

from league.server import schema
from league.server.card import card
from league.server.counting import recount, write_matches
from league.server.course import Course
from league.server.days import DAY, FIRST_DAY, moment
from league.server.outcome import COUNTED, HIDDEN, STRUCK, UNDER_WAY, match_of
from league.server.seating import seat
from league.wire import BEGINNING, Answer, Post, Sent, Setup, canonical, code_of

if TYPE_CHECKING:
    from league.server.store import Store

logger = logging.getLogger(__name__)


class Taking:
    """One post, one transaction."""

    def __init__(self, store: Store, connection: Connection, table: str, now: float) -> None:
        self._store, self._connection, self._table, self._now = store, connection, table, now
        place = select(schema.place).where(schema.place.c.name == table).with_for_update()
        row = connection.execute(place).mappings().first()
        if row is None:
            raise LookupError(table)
        self._place: RowMapping = row

    def take(self, post: Post) -> Answer:
        """Keep what is new of it; nothing of it where lines between are missing, which the answer says."""
        intro, place = post.intro, self._place
        if intro.after not in {BEGINNING, place["mark"]}:
            return Answer(place["mark"])
        sent = {code_of(self._table, match): one for match, one in post.matches.items()}
        rows, courses = self._known(sent)
        changed, misses = self._add(sent, courses)
        self._settle(changed, rows, courses)
        moved: dict[str, Any] = {"mark": intro.upto, "heard": self._now, "title": intro.title or None}
        if not intro.more:
            moved["whole"] = self._now
        latest = [*changed][-1] if changed else place["current"]
        if changed or place["title"] != moved["title"]:
            moved |= {"current": latest, "changed": max(place["changed"] + 1, round(1000 * self._now))}
        if changed and not intro.more:
            moved["card"] = self._card(rows[latest], courses[latest])
        this = schema.place.c.name == self._table
        self._connection.execute(update(schema.place).where(this).values(**moved))
        return Answer(intro.upto, misses)

    def _known(self, sent: Mapping[str, Sent]) -> tuple[dict[str, dict[str, Any]], dict[str, Course]]:
        """Rows and lines of the matches of which some were sent."""
        query = select(schema.match).where(schema.match.c.code.in_([*sent]))
        rows = {row["code"]: dict(row) for row in self._connection.execute(query).mappings()}
        return rows, self._store.courses(self._connection, [*rows])

    def _add(self, sent: Mapping[str, Sent], courses: dict[str, Course]) -> tuple[dict[str, Setup], list[str]]:
        """Add lines to what there is; the matches that have new ones, and those of which some are missing."""
        changed, misses = {}, []
        for code, one in sent.items():
            course = courses.get(code) or Course(code)
            added = [course.add(before, said) for before, said in one.lines]
            if None in added:
                misses.append(one.setup.id)
            if True in added:
                changed[code], courses[code] = one.setup, course
        return changed, misses

    def _settle(
        self, changed: Mapping[str, Setup], rows: dict[str, dict[str, Any]], courses: Mapping[str, Course]
    ) -> None:
        """Write the matches that have new lines, and what they come to now."""
        run, store = self._connection.execute, self._store
        new, older, counts = [], [], []
        for code, setup in changed.items():
            row = rows.get(code) or _row(self._table, code, setup)
            settled = store.settled(row, courses[code], self._span())
            if row["state"] == STRUCK:
                settled["state"] = STRUCK
            if {row["state"], settled["state"]} & COUNTED:
                counts.append(code)
            if code in rows:
                older.append(settled | {"this": code})
            else:
                new.append(row | settled)
            rows[code] = row | settled
        if new:
            run(insert(schema.match), new)
            seat(self._connection, self._table, {row["code"]: changed[row["code"]] for row in new}, store.adding)
        write_matches(self._connection, older)
        if changed:
            run(store.replacing(schema.course), [{"match": code, "packed": courses[code].packed()} for code in changed])
        if counts:
            recount(self._connection, counts, store.moving)

    def _span(self) -> tuple[str, str]:
        """Between which days a match can have ended that comes now: since the table had last sent all, or now."""
        first, now = self._place["whole"], datetime.fromtimestamp(self._now, UTC)
        return moment(datetime.fromtimestamp(first, UTC) - DAY) if first else FIRST_DAY, moment(now + DAY)

    def _card(self, row: Mapping[str, Any], course: Course) -> str | None:
        """The match that came last, as it stands; None where it is not to be shown."""
        if row["state"] in HIDDEN:
            return None
        names = self._store.names(self._connection, [row["code"]])[row["code"]]
        try:
            return card(*match_of(json.loads(row["heading"]), names, course.ordered())).written()
        except Exception as error:  # noqa: BLE001  as with outcomes: nobody foresees how a match breaks its rules
            logger.info("Match %s cannot be shown (%s).", row["code"], type(error).__name__)
            return None


def _row(table: str, code: str, setup: Setup) -> dict[str, Any]:
    """A match that is new; names stand apart from it."""
    players = [0 if isinstance(one, str) else {"house": 0} for one in setup.players]
    heading = setup.model_dump() | {"players": players}
    game = str(heading.get("game", ""))[:40]
    made = {"code": code, "place": table, "number": setup.number, "heading": canonical(heading), "game": game}
    return made | {"state": UNDER_WAY}
