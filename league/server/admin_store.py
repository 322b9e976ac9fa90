"""What only the admin does: joins players, forgets them, says who is a guest, looks at what was set aside."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import RowMapping, insert, select, update

from league.server import schema
from league.server.seating import hashed_name
from league.server.store import Store, now

PASSWORD, KEY = "password", "key"
LEAST_LETTERS = 10
"""Of the admin's password."""
CODE_SIGNS, CODE_LENGTH = "ABCDEFGHJKMNPQRSTUVWXYZ23456789", 8
"""Of a personal code: what nobody mistakes for something else, and 40 bits of it."""


class Office:
    """The admin's part of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hasher = PasswordHasher()

    def key(self) -> str:
        """What sessions are signed with: made once, and kept."""
        with self._store.engine.begin() as connection:
            made = {"name": KEY, "value": secrets.token_urlsafe(32)}
            connection.execute(self._store.adding(schema.secret), made)
        found = self._secret(KEY)
        assert found is not None
        return found

    def set_password(self, password: str) -> None:
        """Let in whoever knows this, and nobody else."""
        self._set(PASSWORD, self._hasher.hash(password))

    def lets_in(self, password: str) -> bool:
        """Whether this is the admin's password; nobody's, as long as none is set."""
        found = self._secret(PASSWORD)
        try:
            return found is not None and self._hasher.verify(found, password)
        except VerificationError:
            return False

    def join(self, one: int, other: int) -> bool:
        """Count the player `one` as `other` from now on; whether both are there and it makes sense."""
        players = schema.player
        with self._store.engine.begin() as connection:
            known = {row["id"]: row for row in connection.execute(select(players)).mappings()}
            if one == other or not {one, other} <= set(known):
                return False
            to = known[other]["same_as"] or other
            if to == one:
                return False
            connection.execute(
                update(players).where((players.c.id == one) | (players.c.same_as == one)).values(same_as=to)
            )
        return True

    def give_code(self, one: int) -> str:
        """A new personal code for a player, which takes the place of an older one; it is kept as a hash only."""
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        codes = schema.personal_code
        with self._store.engine.begin() as connection:
            connection.execute(codes.delete().where(codes.c.player == one))
            connection.execute(insert(codes), {"player": one, "code": _hashed(code)})
        return f"{code[:4]}-{code[4:]}"

    def join_by_code(self, one: int, code: str) -> int | None:
        """Count a player as whose code this is, if that one bears the same name at another table; who that is."""
        players, codes = schema.player, schema.personal_code
        with self._store.engine.connect() as connection:
            holder = connection.scalar(select(codes.c.player).where(codes.c.code == _hashed(code)))
            both = select(players).where(players.c.id.in_([one, holder]))
            known = {row["id"]: row for row in connection.execute(both).mappings()}
        if holder is None or len(known) < 2:
            return None
        this, other = known[one], known[holder]
        same = this["name"] and other["name"] and this["name"].casefold() == other["name"].casefold()
        alone = this["same_as"] is None and this["place"] != other["place"]
        return holder if same and alone and self.join(one, holder) else None

    def part(self, one: int) -> None:
        """Count a player by themselves again."""
        self._change(one, same_as=None)

    def forget(self, one: int) -> None:
        """Take a player's name away, here and wherever they were joined to: matches stay, nobody is named in them.

        What was set aside of their tables goes, since names may be in it.
        """
        players = schema.player
        with self._store.engine.begin() as connection:
            this = (players.c.id == one) | (players.c.same_as == one)
            named = connection.execute(select(players).where(this, players.c.name.is_not(None))).mappings().all()
            for who in named:
                gone = {"player": who["id"], "name": hashed_name(who["place"], who["name"]), "at": now()}
                connection.execute(insert(schema.forgotten), gone)
            ids, tables = [who["id"] for who in named], {who["place"] for who in named}
            connection.execute(schema.personal_code.delete().where(schema.personal_code.c.player.in_(ids)))
            connection.execute(schema.aside.delete().where(schema.aside.c.place.in_(tables)))
            connection.execute(update(players).where(players.c.id.in_(ids)).values(name=None))

    def mark_guest(self, one: int, *, guest: bool) -> None:
        """Say whether a name is anybody's who sits down without one; guests are not ranked."""
        self._change(one, guest=guest)

    def aside(self, most: int = 100) -> Sequence[RowMapping]:
        """What was set aside, the latest first."""
        with self._store.engine.connect() as connection:
            query = select(schema.aside).order_by(schema.aside.c.id.desc()).limit(most)
            return connection.execute(query).mappings().all()

    def refused(self, most: int = 100) -> Sequence[RowMapping]:
        """Matches that their own rules never allowed, the latest first."""
        query = select(schema.result.c.match, schema.result.c.reason, schema.result.c.ended, schema.match.c.place)
        with self._store.engine.connect() as connection:
            found = query.join(schema.match).where(schema.result.c.reason.is_not(None))
            return connection.execute(found.order_by(schema.result.c.ended.desc()).limit(most)).mappings().all()

    def _change(self, one: int, **values: object) -> None:
        with self._store.engine.begin() as connection:
            connection.execute(update(schema.player).where(schema.player.c.id == one).values(**values))

    def _secret(self, name: str) -> str | None:
        with self._store.engine.connect() as connection:
            return connection.scalar(select(schema.secret.c.value).where(schema.secret.c.name == name))

    def _set(self, name: str, value: str) -> None:
        with self._store.engine.begin() as connection:
            connection.execute(schema.secret.delete().where(schema.secret.c.name == name))
            connection.execute(insert(schema.secret), {"name": name, "value": value})


def _hashed(code: str) -> str:
    """A code as it is kept; however it was typed."""
    return hashlib.sha256("".join(sign for sign in code.upper() if sign in CODE_SIGNS).encode()).hexdigest()
