"""What only the admin does: lets tables in, joins players, forgets them, strikes matches, sees what is not shown."""

import hashlib
import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from league.server.counting import BY_PLAYER, moment, recounted, season_of
from league.server.database import Ask
from league.server.store import Store, hashed_name

LEAST_LETTERS = 10
"""The admin's password has 10 letters or more."""
CODE_SIGNS, CODE_LENGTH = "ABCDEFGHJKMNPQRSTUVWXYZ23456789", 8
"""A personal code is 8 of 31 signs, without those that look alike: 40 bits."""
SESSION_S = 8 * 3600.0
"""The admin is signed out after 8 hours: an evening."""
LONGEST_SHIFT_DAYS = 36_500
"""A table's matches are moved by up to 100 years: a clock without a battery begins in 1970."""


class AdminStore:
    """What the admin changes in a store, and who may."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hasher = PasswordHasher()

    # --- tables ---

    def admit(self, table: str) -> str:
        """Let a table in, and return its token, which replaces an older one; only a hash of it is kept."""
        token = secrets.token_urlsafe(32)
        with self._store.writing() as ask:
            ask(
                "INSERT INTO place (name, folded, token) VALUES (:name, :name, :token)"
                " ON CONFLICT (name) DO UPDATE SET token = excluded.token",
                name=table,
                token=_hashed(token),
            )
        return token

    def dismiss(self, table: str) -> bool:
        """Let a table in no longer, and return whether it was let in before. What it has sent stays."""
        with self._store.writing() as ask:
            sql = "UPDATE place SET token = NULL WHERE name = :name AND token IS NOT NULL"
            return ask(sql, name=table).rowcount > 0

    def knows(self, table: str, token: str) -> bool:
        """Whether this is the token of a table that was let in."""
        sql = "SELECT 1 FROM place WHERE name = :name AND token = :token"
        return bool(self._store.rows(sql, name=table, token=_hashed(token)))

    def tables(self) -> Sequence[Any]:
        """Every table: when it was last heard, how many matches came, and the greatest number that it gave one.

        Where that number is greater than the count, matches are missing.
        """
        counts = "(SELECT {} FROM match WHERE match.place = place.name) AS {}"
        came, latest = counts.format("count(*)", "came"), counts.format("max(number)", "latest")
        return self._store.rows(f"SELECT name, title, heard, {came}, {latest} FROM place ORDER BY name")

    def set_clock(self, table: str, since: str, days: int) -> None:
        """Move matches of a table that ended on this day or later by some days."""
        if abs(days) > LONGEST_SHIFT_DAYS:
            return
        of = (
            "SELECT code, ended FROM match WHERE place = :table AND ended >= :since AND state IN ('played', 'given up')"
        )
        with self._store.writing() as ask:
            rows = []
            for code, day in ask(of, table=table, since=since).all():
                ended = moment(datetime.fromisoformat(day) + timedelta(days=days))
                rows.append({"code": code, "ended": ended, "season": season_of(ended)})
            with recounted(ask, codes=[row["code"] for row in rows]):
                ask("UPDATE match SET ended = :ended, season = :season WHERE code = :code", rows)

    # --- matches ---

    def strike(self, code: str) -> None:
        """Strike a match: it counts for nobody and is not shown."""
        with self._store.writing() as ask, recounted(ask, codes=[code]):
            ask("UPDATE match SET state = 'struck' WHERE code = :code", code=code)

    def hidden(self, most: int = 100) -> Sequence[Any]:
        """Matches whose throws contradict their claimed end, or that this version can't read."""
        sql = "SELECT place, code, game, ended, state, reason FROM match WHERE state IN ('refused', 'unread')"
        return self._store.rows(f"{sql} ORDER BY code LIMIT :most", most=most)

    # --- players ---

    def join(self, player: int, other: int) -> bool:
        """Count the player `player` as `other` from now on, and return whether that is possible."""
        with self._store.writing() as ask:
            known = dict(ask("SELECT id, same_as FROM player WHERE id IN :ids", ids=[player, other]).all())
            # A player who counts as another one already leads to that one: there are no chains.
            to = known.get(other) or other
            if not {player, other} <= set(known) or to == player:
                return False
            self._change(ask, _with_joined(ask, player), "same_as = :to", to=to)
        return True

    def part(self, player: int) -> None:
        """Count a player by themselves again."""
        with self._store.writing() as ask:
            self._change(ask, [player], "same_as = NULL")

    def mark_guest(self, player: int, *, guest: bool) -> None:
        """Say whether a name is one that anybody may sit down under; guests are not ranked."""
        with self._store.writing() as ask:
            self._change(ask, [player], "guest = :guest", guest=guest)

    def forget(self, player: int) -> None:
        """Remove a player's name, also at tables whose players were joined with this one; matches stay, without it."""
        with self._store.writing() as ask:
            ids = _with_joined(ask, player)
            named = ask("SELECT id, place, name FROM player WHERE id IN :ids AND name IS NOT NULL", ids=ids).all()
            now = datetime.now(UTC)
            for who in named:
                ask(
                    "UPDATE player SET name = NULL, folded = NULL, gone = :gone, hash = :hash WHERE id = :id",
                    id=who.id,
                    gone=moment(now),
                    hash=hashed_name(who.place, who.name),
                )
                shown = "UPDATE place SET changed = :changed WHERE name = :name"
                ask(shown, name=who.place, changed=round(1000 * now.timestamp()))
            ask("DELETE FROM personal_code WHERE player IN :ids", ids=ids)

    def give_code(self, player: int) -> str:
        """A new personal code for a player, which replaces an older one; only a hash of it is kept."""
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        with self._store.writing() as ask:
            ask("DELETE FROM personal_code WHERE player = :player", player=player)
            ask("INSERT INTO personal_code (player, code) VALUES (:player, :code)", player=player, code=_hashed(code))
        return f"{code[:4]}-{code[4:]}"

    def join_by_code(self, player: int, code: str) -> int | None:
        """Count a player as the one who has this code, and return that one; None unless both have the same name."""
        plain = "".join(sign for sign in code.upper() if sign in CODE_SIGNS)
        sql = (
            "SELECT other.id AS other, this.guest AND NOT other.guest AS guest"
            " FROM personal_code JOIN player AS other ON other.id = personal_code.player"
            " JOIN player AS this ON this.folded = other.folded AND this.place <> other.place"
            " WHERE code = :code AND this.id = :player AND this.same_as IS NULL"
        )
        found = self._store.rows(sql, code=_hashed(plain), player=player)
        if not found or not self.join(player, found[0].other):
            return None
        if found[0].guest:  # a name that is somebody's, as the code shows, is no guest's
            self.mark_guest(player, guest=False)
        return int(found[0].other)

    def _change(self, ask: Ask, ids: Sequence[int], what: str, **values: object) -> None:
        """Change players, and count all of their matches anew."""
        with recounted(ask, BY_PLAYER, ids=[*ids]):
            ask(f"UPDATE player SET {what} WHERE id IN :ids", ids=[*ids], **values)

    # --- the admin's own way in ---

    def set_password(self, password: str) -> None:
        """Set the admin's password, and sign out whoever is signed in."""
        with self._store.writing() as ask:
            ask(
                "INSERT INTO secret (name, value) VALUES ('password', :value)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                value=self._hasher.hash(password),
            )
            ask("DELETE FROM session")

    def sign_in(self, password: str) -> str | None:
        """The cookie of a new session; None if the password is wrong, or none was set yet."""
        found = self._store.rows("SELECT value FROM secret WHERE name = 'password'")
        try:
            if not found or not self._hasher.verify(found[0].value, password):
                return None
        except VerificationError:
            return None
        cookie, token, now = secrets.token_urlsafe(32), secrets.token_urlsafe(16), time.time()
        with self._store.writing() as ask:
            ask("DELETE FROM session WHERE ends < :now", now=now)
            session = "INSERT INTO session (id, token, ends) VALUES (:id, :token, :ends)"
            ask(session, id=_hashed(cookie), token=token, ends=now + SESSION_S)
        return cookie

    def session(self, cookie: str) -> Any:
        """The session of a cookie: the token for its forms, and what its next page says once; None if it is over."""
        sql = "SELECT token, said FROM session WHERE id = :id AND ends > :now"
        return next(iter(self._store.rows(sql, id=_hashed(cookie), now=time.time())), None)

    def say_once(self, cookie: str, said: str | None) -> None:
        """Set what the session's next page says; None once it was said."""
        with self._store.writing() as ask:
            ask("UPDATE session SET said = :said WHERE id = :id", said=said, id=_hashed(cookie))

    def sign_out(self, cookie: str, *, everybody: bool = False) -> None:
        """End a session, or all of them."""
        with self._store.writing() as ask:
            ask("DELETE FROM session" + ("" if everybody else " WHERE id = :id"), id=_hashed(cookie))


def _with_joined(ask: Ask, player: int) -> list[int]:
    """A player and all who count as them."""
    return [*ask("SELECT id FROM player WHERE :player IN (id, same_as)", player=player).scalars()]


def _hashed(secret: str) -> str:
    """A token, code or cookie as it is kept: a plain hash is enough for what is long and random, unlike a password."""
    return hashlib.sha256(secret.encode()).hexdigest()
