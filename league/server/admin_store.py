"""What only the admin does: lets tables in, joins players, forgets them, strikes matches, sees what is not shown."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, RowMapping, delete, func, insert, select, true, update

from league.server import schema
from league.server.counting import recount
from league.server.days import moment, season_of
from league.server.outcome import COUNTED, REFUSED, STRUCK, UNREAD
from league.server.seating import folded, hashed_name
from league.server.store import Store

PASSWORD = "password"  # noqa: S105  the name of a row
LEAST_LETTERS = 10
"""Of the admin's password."""
CODE_SIGNS, CODE_LENGTH = "ABCDEFGHJKMNPQRSTUVWXYZ23456789", 8
"""Of a personal code: what nobody mistakes for something else, and 40 bits of it."""
SESSION_S = 8 * 3600.0
LONGEST_SHIFT_DAYS = 36_500
"""Of a clock that is set right."""


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in: what their forms hold, and what the next page says once."""

    token: str
    said: str | None = None


class Office:
    """The admin's part of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hasher = PasswordHasher()

    # --- tables ---

    def admit(self, table: str) -> str:
        """Let a table in; its token, which takes the place of an older one and is kept as a hash only."""
        token, place = secrets.token_urlsafe(32), schema.place
        with self._store.writing.begin() as connection:
            connection.execute(self._store.adding(place), {"name": table})
            connection.execute(update(place).where(place.c.name == table).values(token=_hashed(token)))
        return token

    def dismiss(self, table: str) -> bool:
        """Let a table in no longer; whether it was let in before. What it sent stays."""
        place = schema.place
        with self._store.writing.begin() as connection:
            this = (place.c.name == table) & place.c.token.is_not(None)
            return connection.execute(update(place).where(this).values(token=None)).rowcount > 0

    def knows(self, table: str, token: str) -> bool:
        """Whether this is the token of a table that was let in."""
        with self._store.engine.connect() as connection:
            found = connection.scalar(select(schema.place.c.token).where(schema.place.c.name == table))
        return found is not None and secrets.compare_digest(found, _hashed(token))

    def tables(self) -> Sequence[RowMapping]:
        """Every table: when it was heard last, how many matches came, and how many by its own numbers are missing."""
        match, place = schema.match.c, schema.place.c
        came = select(match.place, func.count().label("came"), func.max(match.number).label("latest"))
        counts = came.group_by(match.place).subquery()
        query = select(schema.place, counts.c.came, counts.c.latest).outerjoin(counts, counts.c.place == place.name)
        with self._store.engine.connect() as connection:
            return connection.execute(query.order_by(place.name)).mappings().all()

    def set_clock(self, table: str, since: str, days: int) -> int:
        """Move matches of a table that ended on this day or later by some days; how many those were."""
        if abs(days) > LONGEST_SHIFT_DAYS:
            return 0
        match, rows = schema.match.c, []
        with self._store.writing.begin() as connection:
            of = (match.place == table) & (match.ended >= since) & match.state.in_(COUNTED)
            for code, ended in connection.execute(select(match.code, match.ended).where(of)).all():
                day = moment(datetime.fromisoformat(ended) + timedelta(days=days))
                rows.append({"ended": day, "season": season_of(day)})
                connection.execute(update(schema.match).where(match.code == code).values(**rows[-1]))
                recount(connection, [code], self._store.moving)
        return len(rows)

    # --- matches ---

    def strike(self, code: str) -> None:
        """Let a match count for nobody, and show it to nobody."""
        match = schema.match.c
        with self._store.writing.begin() as connection:
            connection.execute(update(schema.match).where(match.code == code).values(state=STRUCK))
            recount(connection, [code], self._store.moving)

    def hidden(self, most: int = 100) -> Sequence[RowMapping]:
        """Matches that their own rules never allowed, or that this version cannot read."""
        match = schema.match
        query = select(match).where(match.c.state.in_([REFUSED, UNREAD])).order_by(match.c.code).limit(most)
        with self._store.engine.connect() as connection:
            return connection.execute(query).mappings().all()

    # --- players ---

    def join(self, one: int, other: int) -> bool:
        """Count the player `one` as `other` from now on; whether both are there and it makes sense."""
        players = schema.player
        with self._store.writing.begin() as connection:
            rows = connection.execute(select(players).where(players.c.id.in_([one, other]))).mappings()
            known = {row["id"]: row for row in rows}
            to = known[other]["same_as"] or other if other in known else one
            if one not in known or to == one:
                return False
            these = (players.c.id == one) | (players.c.same_as == one)
            self._change(connection, these, same_as=to)
        return True

    def part(self, one: int) -> None:
        """Count a player by themselves again."""
        with self._store.writing.begin() as connection:
            self._change(connection, schema.player.c.id == one, same_as=None)

    def mark_guest(self, one: int, *, guest: bool) -> None:
        """Say whether a name is anybody's who sits down without one; guests are not ranked."""
        with self._store.writing.begin() as connection:
            self._change(connection, schema.player.c.id == one, guest=guest)

    def forget(self, one: int) -> None:
        """Take a player's name away, here and wherever they were joined to: matches stay, nobody is named in them."""
        players, codes = schema.player, schema.personal_code
        with self._store.writing.begin() as connection:
            this = (players.c.id == one) | (players.c.same_as == one)
            named = connection.execute(select(players).where(this, players.c.name.is_not(None))).mappings().all()
            for who in named:
                gone = {"gone": moment(datetime.now(UTC)), "hash": hashed_name(who["place"], who["name"])}
                this = players.c.id == who["id"]
                connection.execute(update(players).where(this).values(name=None, folded=None, **gone))
            connection.execute(delete(codes).where(codes.c.player.in_([who["id"] for who in named])))
            places = [who["place"] for who in named]
            connection.execute(
                update(schema.place).where(schema.place.c.name.in_(places)).values(changed=round(1000 * time.time()))
            )

    def give_code(self, one: int) -> str:
        """A new personal code for a player, which takes the place of an older one; it is kept as a hash only."""
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        codes = schema.personal_code
        with self._store.writing.begin() as connection:
            connection.execute(delete(codes).where(codes.c.player == one))
            connection.execute(insert(codes), {"player": one, "code": _hashed(code)})
        return f"{code[:4]}-{code[4:]}"

    def join_by_code(self, one: int, code: str) -> int | None:
        """Count a player as whose code this is, if that one bears the same name at another table; who that is."""
        players, codes = schema.player, schema.personal_code
        plain = "".join(sign for sign in code.upper() if sign in CODE_SIGNS)
        with self._store.engine.connect() as connection:
            holder = connection.scalar(select(codes.c.player).where(codes.c.code == _hashed(plain)))
            both = select(players).where(players.c.id.in_([one, holder]))
            known = {row["id"]: row for row in connection.execute(both).mappings()}
        if holder is None or len(known) < 2:
            return None
        this, other = known[one], known[holder]
        same = this["name"] and other["name"] and folded(this["name"]) == folded(other["name"])
        if not same or this["same_as"] is not None or this["place"] == other["place"] or not self.join(one, holder):
            return None
        if this["guest"] and not other["guest"]:  # whoever has the code is no guest
            self.mark_guest(one, guest=False)
        return int(holder)

    def _change(self, connection: Connection, these: Any, **values: object) -> None:
        """Change players, and count all of their matches anew."""
        players, seat = schema.player, schema.seat
        ids = [*connection.scalars(select(players.c.id).where(these))]
        connection.execute(update(players).where(players.c.id.in_(ids)).values(**values))
        codes = connection.scalars(select(seat.c.match).where(seat.c.player.in_(ids)).distinct()).all()
        recount(connection, codes, self._store.moving)

    # --- the admin's own way in ---

    def set_password(self, password: str) -> None:
        """Let in whoever knows this, and nobody else; whoever is signed in is so no longer."""
        with self._store.writing.begin() as connection:
            connection.execute(delete(schema.secret).where(schema.secret.c.name == PASSWORD))
            connection.execute(insert(schema.secret), {"name": PASSWORD, "value": self._hasher.hash(password)})
            connection.execute(delete(schema.session))

    def sign_in(self, password: str) -> str | None:
        """A new session's cookie for whoever knows the password; None for all others, and while none is set."""
        with self._store.engine.connect() as connection:
            found = connection.scalar(select(schema.secret.c.value).where(schema.secret.c.name == PASSWORD))
        try:
            if found is None or not self._hasher.verify(found, password):
                return None
        except VerificationError:
            return None
        cookie, token = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
        with self._store.writing.begin() as connection:
            connection.execute(delete(schema.session).where(schema.session.c.ends < time.time()))
            made = {"id": _hashed(cookie), "token": token, "ends": time.time() + SESSION_S}
            connection.execute(insert(schema.session), made)
        return cookie

    def session(self, cookie: str) -> Session | None:
        """Whose cookie this is, unless they signed out or it is too old."""
        if not cookie:
            return None
        session = schema.session.c
        with self._store.engine.connect() as connection:
            this = (session.id == _hashed(cookie)) & (session.ends > time.time())
            row = connection.execute(select(session.token, session.said).where(this)).first()
        return None if row is None else Session(*row)

    def say_once(self, cookie: str, said: str | None) -> None:
        """What the session's next page says; None: it has said it."""
        with self._store.writing.begin() as connection:
            this = schema.session.c.id == _hashed(cookie)
            connection.execute(update(schema.session).where(this).values(said=said))

    def sign_out(self, cookie: str, *, everybody: bool = False) -> None:
        """End a session, or all of them."""
        session = schema.session
        with self._store.writing.begin() as connection:
            connection.execute(delete(session).where(true() if everybody else session.c.id == _hashed(cookie)))


def _hashed(secret: str) -> str:
    """A token, code or cookie as it is kept: each is too long, or tried too seldom, to be guessed from that."""
    return hashlib.sha256(secret.encode()).hexdigest()
