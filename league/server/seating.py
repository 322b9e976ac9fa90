"""Who sits in a match that is new: by name and table, unless that name was forgotten after the match began."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Mapping

from kiosk.match.seating import GUESTS
from league.server.database import Ask
from league.wire import MatchSetup


def folded(name: str) -> str:
    """A name as it is looked for: without accents, in small letters, İ and ı like i."""
    plain = unicodedata.normalize("NFKD", name.replace("ı", "i").replace("İ", "i").casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def hashed_name(place: str, name: str) -> str:
    """A name at a table, as it is kept of whoever was forgotten."""
    return hashlib.sha256(f"{place}/{name}".encode()).hexdigest()


def seat(ask: Ask, table: str, new: Mapping[str, MatchSetup]) -> None:
    """Put down who plays in new matches of a table, by their codes; whose name is new gets a number."""
    names = {name for setup in new.values() for name in setup.names}
    hashes = {hashed_name(table, name): name for name in names}
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
    for one in seats:
        one["player"] = numbers.get(one["player"], one["player"])
    ask("INSERT INTO seat (match, seat, player) VALUES (:match, :seat, :player)", seats)
