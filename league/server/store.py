"""What tables post, kept in one transaction; and what their matches came to, worked out in the next one."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from kiosk.match.log import Entry, Record
from kiosk.match.online import match_code
from league.server.counting import FACES, recounted
from league.server.course import LineChain
from league.server.database import Ask, Database
from league.server.days import DAY, FIRST_DAY, moment, season_of
from league.server.outcome import COUNTED, STRUCK, UNDER_WAY, UNREAD, MatchOutcome, match_of, outcome
from league.server.seating import folded, seat
from league.wire import BEGINNING, LeagueAnswer, MatchSetup, Post, canonical

SEVERAL = 50
"""Matches that are settled at once: they are in memory then."""


class Store(Database):
    """A league's database, written so that nothing counts twice."""

    # --- what tables post ---

    def take(self, table: str, post: Post, now: float | None = None) -> LeagueAnswer:
        """Keep what is new of a post; nothing of it where lines between are missing, which the answer says.

        Args:
            table: whose post it is.
            post: what it says.
            now: seconds since 1970.

        Raises:
            SQLAlchemyError: nothing of it was kept: the table posts it again.
            LookupError: no such table was let in.
        """
        with self.writing() as ask:
            return self._take(ask, table, post, time.time() if now is None else now)

    def _take(self, ask: Ask, table: str, post: Post, now: float) -> LeagueAnswer:
        intro = post.intro
        place = ask("UPDATE place SET heard = :now WHERE name = :name RETURNING *", now=now, name=table).first()
        if place is None:
            raise LookupError(table)
        if intro.after not in {BEGINNING, place.mark}:
            return LeagueAnswer(has=place.mark)
        sent_by_code = {match_code(table, match): sent for match, sent in post.matches.items()}
        courses = self._courses(ask, [*sent_by_code])
        known, changed, misses = {*courses}, dict[str, MatchSetup](), list[str]()
        for code, sent in sent_by_code.items():
            course = courses.setdefault(code, LineChain(code))
            added = [course.add(before, said) for before, said in sent.lines]
            if None in added:
                misses.append(sent.setup.id)
            if True in added:
                changed[code] = sent.setup
        new = {code: setup for code, setup in changed.items() if code not in known}
        first, last = datetime.fromtimestamp(place.whole, UTC) - DAY, datetime.fromtimestamp(now, UTC) + DAY
        span = {"since": moment(first) if place.whole else FIRST_DAY, "until": moment(last)}
        if new:
            ask(
                "INSERT INTO match (code, place, number, heading, game, since, until)"
                " VALUES (:code, :place, :number, :heading, :game, :since, :until)",
                [_row(table, code, setup) | span for code, setup in new.items()],
            )
            seat(ask, table, new)
        if changed:
            rows = [{"code": code, "lines": len(courses[code].lines), **span} for code in changed]
            ask("UPDATE match SET lines = :lines, since = :since, until = :until WHERE code = :code", rows)
            ask(
                "INSERT INTO course (match, packed) VALUES (:match, :packed)"
                " ON CONFLICT (match) DO UPDATE SET packed = excluded.packed",
                [{"match": code, "packed": courses[code].packed()} for code in changed],
            )
        ask(
            "UPDATE place SET mark = :mark, title = :title, whole = :whole, current = :current, changed = :changed"
            ", folded = :folded WHERE name = :name",
            name=table,
            folded=folded(intro.title or table),
            mark=intro.upto,
            title=intro.title or None,
            whole=place.whole if intro.more else now,
            current=[*changed][-1] if changed else place.current,
            changed=place.changed if intro.title == (place.title or "") else _later(place.changed, now),
        )
        return LeagueAnswer(has=intro.upto, misses=misses)

    # --- what it comes to ---

    def due(self) -> list[str]:
        """Tables of which matches are to be settled."""
        with self.reading() as ask:
            return [*ask("SELECT DISTINCT place FROM match WHERE settled <> lines").scalars()]

    def settle(self, table: str) -> bool:
        """Work out what matches of a table came to that have new lines, and show the one that came last as it stands.

        Whether there may be more to settle.

        Raises:
            SQLAlchemyError: nothing of it was written, and it is still to be done.
        """
        with self.reading() as ask:
            due = "SELECT * FROM match WHERE place = :table AND settled <> lines ORDER BY number LIMIT :most"
            rows = ask(due, table=table, most=SEVERAL).all()
            courses = self._courses(ask, [row.code for row in rows])
        found = {row: outcome(json.loads(row.heading), courses[row.code].ordered()) for row in rows}
        with self.writing() as ask:
            place = ask("UPDATE place SET heard = heard WHERE name = :name RETURNING *", name=table).one()
            lines = "SELECT code, lines FROM match WHERE code IN :codes AND settled <> lines"
            same = {tuple(row) for row in ask(lines, codes=[row.code for row in rows])}
            self._write(ask, {row: one for row, one in found.items() if (row.code, row.lines) in same})
            for row, one in found.items():
                if row.code == place.current:
                    shown = one.card.written() if one.card and row.state != STRUCK else None
                    shows = "UPDATE place SET card = :card, changed = :changed WHERE name = :name"
                    ask(shows, name=table, card=shown, changed=_later(place.changed, time.time()))
        return len(rows) == SEVERAL

    def read_again(self, version: str) -> None:
        """Settle anew what this version may understand and an earlier one did not."""
        with self.writing() as ask:
            if ask("SELECT value FROM about WHERE name = 'read by'").scalar() != version:
                ask("UPDATE match SET settled = 0 WHERE state IN ('unread', 'refused')")
                ask(
                    "INSERT INTO about VALUES ('read by', :version) ON CONFLICT (name) DO UPDATE SET value = :version",
                    version=version,
                )

    # --- what is there ---

    def match(self, code: str) -> tuple[Record, list[Entry]]:
        """A match and its entries.

        Raises:
            LookupError: there is no such match.
            DamagedMatchError: this version cannot read it.
        """
        with self.reading() as ask:
            heading = ask("SELECT heading FROM match WHERE code = :code", code=code).scalar()
            if heading is None:
                raise LookupError(code)
            return match_of(json.loads(heading), self._courses(ask, [code])[code].ordered())

    # --- inside ---

    def _courses(self, ask: Ask, codes: Sequence[str]) -> dict[str, LineChain]:
        rows = ask("SELECT match, packed FROM course WHERE match IN :codes", codes=[*codes])
        return {code: LineChain(code, packed) for code, packed in rows}

    def _write(self, ask: Ask, found: Mapping[Any, MatchOutcome]) -> None:
        """Write what matches came to, and count them."""
        counts = [row.code for row, one in found.items() if {row.state, one.state} & COUNTED]
        with recounted(ask, codes=counts):
            rows = [_outcome(row, one) for row, one in found.items()]
            columns = ("settled", "state", "reason", "season", "ended", *FACES)
            ask(f"UPDATE match SET {', '.join(f'{one} = :{one}' for one in columns)} WHERE code = :code", rows)
            ask("DELETE FROM play WHERE match IN :codes", codes=counts)
            plays = [
                {"code": row.code, "number": number, "game": row.game, "seat": play.seat, "one_in": play.one_in}
                | {"dice": f"{_dice(play.kept)}/{_dice(play.thrown)}"}
                for row, one in found.items()
                for number, play in enumerate(one.plays)
            ]
            ask(
                "INSERT INTO play (match, number, seat, game, dice, one_in)"
                " VALUES (:code, :number, :seat, :game, :dice, :one_in)",
                plays,
            )
            ask("UPDATE seat SET rank = NULL WHERE match IN :codes", codes=counts)
            ranks = [
                {"code": row.code, "seat": seat, "rank": rank}
                for row, one in found.items()
                for rank, seats in enumerate(one.standing)
                for seat in seats
            ]
            ask("UPDATE seat SET rank = :rank WHERE match = :code AND seat = :seat", ranks)


def _row(table: str, code: str, setup: MatchSetup) -> dict[str, Any]:
    """A match that is new; names stand apart from it."""
    players = [0 if isinstance(one, str) else {"house": 0} for one in setup.players]
    heading = setup.model_dump() | {"players": players}
    told = {"code": code, "place": table, "number": setup.number, "heading": canonical(heading)}
    return told | {"game": str(heading.get("game", ""))[:40]}


def _outcome(row: Any, found: MatchOutcome) -> dict[str, Any]:
    """What a match came to, as it is written."""
    over = found.state not in {UNDER_WAY, UNREAD}
    ended = min(max(found.at or row.until, row.since), row.until) if over else None
    told = {"code": row.code, "settled": row.lines, "state": STRUCK if row.state == STRUCK else found.state}
    told |= {"reason": found.reason, "ended": ended, "season": ended and season_of(ended)}
    return told | dict(zip(FACES, found.faces, strict=True))


def _later(changed: int, now: float) -> int:
    """When a card changes that changed last then, in milliseconds since 1970: never at the same time twice."""
    return max(changed + 1, round(1000 * now))


def _dice(values: Sequence[int]) -> str:
    return "".join(map(str, sorted(values, reverse=True)))
