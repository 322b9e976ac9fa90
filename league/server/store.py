"""Keeps what tables post in one transaction, and works out what their matches came to in the next one.

So lines are safe before any rules are asked. A match has `lines` and how many of them were `settled`: where these
differ there is something to work out, whoever was killed in between.
"""

import hashlib
import json
import time
import unicodedata
from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from kiosk.match.online import match_code
from kiosk.match.progress import Progress
from kiosk.match.seating import GUESTS
from league.server.counting import FACES, moment, recounted, season_of
from league.server.course import LineChain
from league.server.database import Ask, Database
from league.server.outcome import COUNTED, STRUCK, UNDER_WAY, UNREAD, MatchOutcome, outcome
from league.wire import BEGINNING, LeagueAnswer, MatchSetup, Post, Says, canonical

DAY = timedelta(days=1)
"""A table's clock is believed to within a day."""
FIRST_DAY = "2015-01-01T00:00:00Z"
"""No table can have played before: there was no Dice Table."""
SETTLED_AT_ONCE = 50
"""Matches are settled in batches of up to 50, which are in memory together."""
FOLLOWED = 256
"""A worker keeps up to 256 matches under way as played so far, so that a new line does not replay them."""


class Store(Database):
    """A league's database, written so that nothing counts twice."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._followed: OrderedDict[str, Progress] = OrderedDict()

    # --- what tables post ---

    def take(self, table: str, post: Post, now: float | None = None) -> LeagueAnswer:
        """Keep what is new in a post; or nothing, if it does not begin where the league has the table's journal.

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
        # An update, not a query: it locks the table's row, so that its posts are taken one after the other.
        place = ask("UPDATE place SET heard = :now WHERE name = :name RETURNING *", now=now, name=table).first()
        if place is None:
            raise LookupError(table)
        if intro.after not in {BEGINNING, place.mark}:
            return LeagueAnswer(has=place.mark)
        sent_by_code = {match_code(table, match): sent for match, sent in post.matches.items()}
        chains = self._chains(ask, [*sent_by_code])
        known, changed, misses = {*chains}, dict[str, MatchSetup](), list[str]()
        for code, sent in sent_by_code.items():
            chain = chains.setdefault(code, LineChain(code))
            added = [chain.add(before, said) for before, said in sent.lines]
            if None in added:
                misses.append(sent.setup.id)
            if True in added:
                changed[code] = sent.setup
        # A match of this post ended after the last post that left nothing to send, and before now, give or take a day.
        first, last = datetime.fromtimestamp(place.whole, UTC) - DAY, datetime.fromtimestamp(now, UTC) + DAY
        span = {"since": moment(first) if place.whole else FIRST_DAY, "until": moment(last)}
        ask(
            "INSERT INTO match (code, place, number, heading, game, lines, since, until)"
            " VALUES (:code, :place, :number, :heading, :game, :lines, :since, :until) ON CONFLICT (code)"
            " DO UPDATE SET lines = excluded.lines, since = excluded.since, until = excluded.until",
            [_row(table, chains[code], setup) | span for code, setup in changed.items()],
        )
        if new := {code: setup for code, setup in changed.items() if code not in known}:
            _seat(ask, table, new)
        ask(
            "INSERT INTO course (match, packed) VALUES (:match, :packed)"
            " ON CONFLICT (match) DO UPDATE SET packed = excluded.packed",
            [{"match": code, "packed": chains[code].packed()} for code in changed],
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
        """Tables that have matches to settle."""
        with self.reading() as ask:
            return [*ask("SELECT DISTINCT place FROM match WHERE settled <> lines").scalars()]

    def settle(self, table: str) -> bool:
        """Work out what those matches of a table came to that have new lines, and update the card of its latest match.

        Returns whether there may be more to settle.

        Raises:
            SQLAlchemyError: nothing of it was written, and it is still to be done.
        """
        with self.reading() as ask:
            due = "SELECT * FROM match WHERE place = :table AND settled <> lines ORDER BY number LIMIT :most"
            rows = ask(due, table=table, most=SETTLED_AT_ONCE).all()
            chains = self._chains(ask, [row.code for row in rows])
        found = {
            row: outcome(json.loads(row.heading), chains[row.code].ordered(), self._followed.pop(row.code, None))
            for row in rows
        }
        self._followed |= {row.code: result.match for row, result in found.items() if result.match is not None}
        while len(self._followed) > FOLLOWED:
            self._followed.popitem(last=False)
        # Worked out outside any transaction, which would lock out others meanwhile. Matches that have got more lines
        # since are left for the next time.
        with self.writing() as ask:
            place = ask("UPDATE place SET heard = heard WHERE name = :name RETURNING *", name=table).one()
            lines = "SELECT code, lines FROM match WHERE code IN :codes AND settled <> lines"
            same = {tuple(row) for row in ask(lines, codes=[row.code for row in rows])}
            self._write(ask, {row: result for row, result in found.items() if (row.code, row.lines) in same})
            for row, result in found.items():
                if row.code == place.current:
                    shown = result.card.written() if result.card and row.state != STRUCK else None
                    shows = "UPDATE place SET card = :card, changed = :changed WHERE name = :name"
                    ask(shows, name=table, card=shown, changed=_later(place.changed, time.time()))
        return len(rows) == SETTLED_AT_ONCE

    def read_again(self, version: str) -> None:
        """Settle once more, after an upgrade, the matches that an earlier version did not understand or refused."""
        with self.writing() as ask:
            if ask("SELECT value FROM about WHERE name = 'read by'").scalar() != version:
                ask("UPDATE match SET settled = 0 WHERE state IN ('unread', 'refused')")
                ask(
                    "INSERT INTO about VALUES ('read by', :version) ON CONFLICT (name) DO UPDATE SET value = :version",
                    version=version,
                )

    def lines(self, code: str) -> Sequence[Says]:
        """The lines of a match, first to last."""
        with self.reading() as ask:
            return self._chains(ask, [code])[code].ordered()

    # --- inside ---

    def _chains(self, ask: Ask, codes: Sequence[str]) -> dict[str, LineChain]:
        rows = ask("SELECT match, packed FROM course WHERE match IN :codes", codes=[*codes])
        return {code: LineChain(code, packed) for code, packed in rows}

    def _write(self, ask: Ask, found: Mapping[Any, MatchOutcome]) -> None:
        """Write what matches came to, and count them."""
        counts = [row.code for row, result in found.items() if {row.state, result.state} & COUNTED]
        with recounted(ask, codes=counts):
            rows = [_outcome(row, result) for row, result in found.items()]
            columns = ("settled", "state", "reason", "season", "ended", *FACES)
            ask(f"UPDATE match SET {', '.join(f'{column} = :{column}' for column in columns)} WHERE code = :code", rows)
            ask("DELETE FROM play WHERE match IN :codes", codes=counts)
            plays = [
                {"code": row.code, "number": number, "game": row.game, "seat": play.seat, "one_in": play.one_in}
                | {"dice": f"{_dice(play.kept)}/{_dice(play.thrown)}"}
                for row, result in found.items()
                for number, play in enumerate(result.plays)
            ]
            ask(
                "INSERT INTO play (match, number, seat, game, dice, one_in)"
                " VALUES (:code, :number, :seat, :game, :dice, :one_in)",
                plays,
            )
            ask("UPDATE seat SET rank = NULL WHERE match IN :codes", codes=counts)
            ranks = [
                {"code": row.code, "seat": seat, "rank": rank}
                for row, result in found.items()
                for rank, seats in enumerate(result.standing)
                for seat in seats
            ]
            ask("UPDATE seat SET rank = :rank WHERE match = :code AND seat = :seat", ranks)


def _row(table: str, chain: LineChain, setup: MatchSetup) -> dict[str, Any]:
    """The row of a match as it came; its names are kept apart, where they can be forgotten."""
    players = [0 if isinstance(player, str) else {"house": 0} for player in setup.players]
    heading = setup.model_dump() | {"players": players}
    told = {"code": chain.code, "place": table, "number": setup.number, "lines": len(chain.lines)}
    return told | {"heading": canonical(heading), "game": str(heading.get("game", ""))[:40]}


def _outcome(row: Any, found: MatchOutcome) -> dict[str, Any]:
    """The columns that say what a match came to."""
    # Within the time in which it can have ended; a match that was struck stays so.
    over = found.state not in {UNDER_WAY, UNREAD}
    ended = min(max(found.at or row.until, row.since), row.until) if over else None
    told = {"code": row.code, "settled": row.lines, "state": STRUCK if row.state == STRUCK else found.state}
    told |= {"reason": found.reason, "ended": ended, "season": ended and season_of(ended)}
    return told | dict(zip(FACES, found.faces, strict=True))


def _later(changed: int, now: float) -> int:
    """The time of a card's next change, milliseconds since 1970: always later than that of the last one."""
    return max(changed + 1, round(1000 * now))


def _dice(values: Sequence[int]) -> str:
    return "".join(map(str, sorted(values, reverse=True)))


def _seat(ask: Ask, table: str, new: Mapping[str, MatchSetup]) -> None:
    """Note who plays in new matches of a table, by their codes; a new name becomes a new player."""
    # A forgotten name is known by its hash only. A match that began before it was forgotten goes to that player,
    # without a name; a later match is of a new player who has the name now.
    hashes = {hashed_name(table, name): name for setup in new.values() for name in setup.names}
    gone: dict[str, list[tuple[str, int]]] = defaultdict(list)
    sql = "SELECT hash, gone, id FROM player WHERE hash IN :hashes ORDER BY gone"
    for hashed, when, number in ask(sql, hashes=[*hashes]):
        gone[hashes[hashed]].append((when, number))
    seats: list[dict[str, object]] = []
    named = set()
    for code, setup in new.items():
        for at, name in enumerate(setup.names):
            forgotten = next((number for when, number in gone[name] if setup.started <= when), None)
            seats.append({"match": code, "seat": at, "player": forgotten or name})
            named |= set() if forgotten else {name}
    people = [{"place": table, "name": name, "folded": folded(name), "guest": name in GUESTS} for name in sorted(named)]
    fresh = "INSERT INTO player (place, name, folded, guest) VALUES (:place, :name, :folded, :guest)"
    ask(f"{fresh} ON CONFLICT (place, name) DO NOTHING", people)
    sql = "SELECT name, id FROM player WHERE place = :place AND name IN :names"
    numbers = dict(ask(sql, place=table, names=[*named]).all())
    for entry in seats:
        entry["player"] = numbers.get(entry["player"], entry["player"])
    ask("INSERT INTO seat (match, seat, player) VALUES (:match, :seat, :player)", seats)


def folded(name: str) -> str:
    """A name as it is searched for: without accents, in lower case, İ and ı as i."""
    plain = unicodedata.normalize("NFKD", name.replace("ı", "i").replace("İ", "i").casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def hashed_name(place: str, name: str) -> str:
    """What is kept of a forgotten name at a table."""
    return hashlib.sha256(f"{place}/{name}".encode()).hexdigest()
