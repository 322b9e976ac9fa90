"""Counts matches into the rows that pages show, and out of them again: what was counted stands on its seats."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, bindparam, delete, insert, select, update

from league.server import schema
from league.server.outcome import COUNTED, PLAYED
from league.server.points import Share, shares
from league.server.seating import several

IN_ALL = ""
"""Season and game of what somebody's matches came to in all."""
NOTHING = dict.fromkeys(("who", "season", "game", "ended", "points", "others", "won", "rank"))

Moving = Callable[[Table], Any]
"""Adds to numbers in rows, which are made where they are not there."""


def recount(connection: Connection, codes: Sequence[str], moving: Moving) -> None:
    """Take back what was counted of these matches, and count them as they are now."""
    for some in several(sorted(codes)):
        _Recount(connection, some).write(moving)


def write_matches(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write what matches have come to; `this`: the code of each."""
    if rows:
        connection.execute(update(schema.match).where(schema.match.c.code == bindparam("this")), rows)


class _Recount:
    """Reads matches, and what is counted of them; sums up what changes; writes it."""

    def __init__(self, connection: Connection, codes: Sequence[str]) -> None:
        match, seat, player, play = schema.match, schema.seat, schema.player, schema.play
        self._connection = connection
        self._matches = connection.execute(select(match).where(match.c.code.in_(codes))).mappings().all()
        self._seats: dict[str, list[RowMapping]] = defaultdict(list)
        seated = select(seat, player.c.guest, player.c.same_as).join(player).where(seat.c.match.in_(codes))
        for row in connection.execute(seated.order_by(seat.c.match, seat.c.seat)).mappings():
            self._seats[row["match"]].append(row)
        self._old_plays = connection.execute(select(play).where(play.c.match.in_(codes))).mappings().all()
        self._standings: dict[tuple[str, str, int], Counter[str]] = defaultdict(Counter)
        self._ladders, self._feats = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        self._one_in: dict[tuple[str, str], float] = {}
        self._faces: dict[str, Counter[int]] = defaultdict(Counter)

    def write(self, moving: Moving) -> None:
        """Write all that changes."""
        seats, plays, matches = [], [], []
        for row in self._old_plays:
            self._feats[row["game"], row["dice"]] -= 1
        for match in self._matches:
            self._take_back(match)
            seats += self._count(match)
            plays += self._plays(match)
            matches += self._count_faces(match)
        run, seat, play = self._connection.execute, schema.seat.c, schema.play.c
        if seats:
            this = (seat.match == bindparam("this")) & (seat.seat == bindparam("at"))
            run(update(schema.seat).where(this), seats)
        run(delete(schema.play).where(play.match.in_([match["code"] for match in self._matches])))
        if plays:
            run(insert(schema.play), plays)
        write_matches(self._connection, matches)
        self._move(moving)

    def _take_back(self, match: RowMapping) -> None:
        counted = [one for one in self._seats[match["code"]] if one["who"] is not None]
        for one in counted:
            share = Share(one["points"], one["others"], bool(one["won"]))
            self._add(one["season"], one["game"], one["who"], share, -1)
        for season, game in {(one["season"], one["game"]) for one in counted}:
            self._ladders[season, game] -= 1

    def _count(self, match: RowMapping) -> list[dict[str, Any]]:
        """Of every seat of a match, what is counted for it now."""
        who = self._who(match)
        standing = json.loads(match["standing"] or "[]")
        places = [found for seats in standing if (found := [who[seat] for seat in seats if seat in who])]
        of = shares(places)
        if of:
            self._ladders[match["season"], match["game"]] += 1
        for player, share in of.items():
            self._add(match["season"], match["game"], player, share, 1)
        rank = {player: number for number, players in enumerate(places) for player in players}
        rows: list[dict[str, Any]] = []
        for seat in self._seats[match["code"]]:
            told: Mapping[str, Any] = NOTHING
            player = who.get(seat["seat"], 0)
            if player in of:
                share = of[player]
                told = {name: match[name] for name in ("season", "game", "ended")} | {"who": player}
                told |= {"points": share.points, "others": share.others, "won": int(share.won), "rank": rank[player]}
            rows.append({"this": match["code"], "at": seat["seat"], **told})
        return rows

    def _who(self, match: RowMapping) -> dict[int, int]:
        """For whom each seat counts: once for each player, for no guest, and nobody where it was not played out."""
        found: dict[int, int] = {}
        if match["state"] == PLAYED:
            for seat in self._seats[match["code"]]:
                player = seat["same_as"] or seat["player"]
                if not seat["guest"] and player not in found.values():
                    found[seat["seat"]] = player
        return found

    def _plays(self, match: RowMapping) -> list[dict[str, Any]]:
        who, found = self._who(match), []
        for number, (seat, dice, one_in) in enumerate(json.loads(match["plays"] or "[]")):
            if seat in who:
                self._feats[match["game"], dice] += 1
                self._one_in[match["game"], dice] = one_in
                row = {"match": match["code"], "number": number, "who": who[seat], "game": match["game"], "dice": dice}
                found.append(row | {"ended": match["ended"]})
        return found

    def _count_faces(self, match: RowMapping) -> list[dict[str, Any]]:
        now = match["faces"] if match["state"] in COUNTED else None
        if now == match["counted"]:
            return []
        for told, sign in ((now, 1), (match["counted"], -1)):
            for face, times in enumerate(map(int, (told or "").split()), 1):
                self._faces[match["place"]][face] += sign * times
        return [{"this": match["code"], "counted": now}]

    def _add(self, season: str, game: str, who: int, share: Share, sign: int) -> None:
        for key in ((season, game, who), (IN_ALL, IN_ALL, who)):
            moved = {"matches": sign, "wins": sign * share.won}
            self._standings[key].update(moved | {"points": sign * share.points, "others": sign * share.others})

    def _move(self, moving: Moving) -> None:
        """Add to the sums; in one order everywhere, since two that wait for one another's rows would wait for ever."""
        numbers = ("matches", "wins", "points", "others")
        standings = [
            dict(zip(("season", "game", "who"), key, strict=True)) | {name: moved[name] for name in numbers}
            for key, moved in sorted(self._standings.items())
            if any(moved.values())
        ]
        ladders = [
            {"season": season, "game": game, "matches": moved}
            for (season, game), moved in sorted(self._ladders.items())
            if moved
        ]
        feats = [
            {"game": game, "dice": dice, "one_in": self._one_in.get((game, dice), 0.0), "times": times}
            for (game, dice), times in sorted(self._feats.items())
            if times
        ]
        for relation, rows in ((schema.ladder, ladders), (schema.feat, feats), (schema.standing, standings)):
            if rows:
                self._connection.execute(moving(relation), rows)
        for name, moved in sorted(self._faces.items()):
            this = schema.place.c.name == name
            before = self._connection.scalar(select(schema.place.c.faces).where(this)) or ""
            faces = " ".join(str(int(fell) + moved[face]) for face, fell in enumerate(before.split(), 1))
            self._connection.execute(update(schema.place).where(this).values(faces=faces))
