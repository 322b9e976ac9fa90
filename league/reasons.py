"""Why something that was sent is not shown: sentences for the admin, kept so that each reads them in a language."""

from __future__ import annotations

import json

from kiosk.games.text import Text, say

NO_SIGN = say("It holds the sign 0, which no database keeps.")
NO_NUMBER = say("It holds what is no number.")
NO_LINE = say("It is no line of a journal.")
OTHERWISE = say("It ended otherwise than its own throws say.")


def too_long(size: int, most: int) -> Text:
    """Of so many bytes; `most` may be."""
    return say("It has {size} bytes: no line has more than {most}.", size=size, most=most)


def wrong_part(place: str) -> Text:
    """A part of it, by its name, is not as a line has it."""
    return say('It is no line of a journal: "{place}" is not as it has to be.', place=place)


def not_stored(why: str) -> Text:
    """The database does not take it, in the database's own words."""
    return say("The database refuses it ({why}).", why=why)


def not_allowed(game: str, why: str) -> Text:
    """The game's rules do not; `why` is the name of their error."""
    return say("The rules of {game} do not allow it ({why}).", game=game, why=why)


def written(reason: Text) -> str:
    """As the database has it."""
    return json.dumps({"say": reason.message, **dict(reason.values)})


def read(kept: str) -> Text | str:
    """What was `written`; a sentence as it is, where an older version kept it."""
    try:
        values = json.loads(kept)
        return Text(values.pop("say"), tuple(sorted(values.items())))
    except (ValueError, AttributeError, LookupError):
        return kept
