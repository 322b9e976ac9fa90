"""Sentences as the database keeps them, so that each is read in a language later."""

from __future__ import annotations

import json
from typing import Any

from kiosk.games.text import Text, say

OTHERWISE = say("It ended otherwise than its own throws say.")
STRUCK = say("The admin struck it.")


def not_allowed(game: str, why: str) -> Text:
    """The game's rules do not; `why` is the name of their error."""
    return say("The rules of {game} do not allow it ({why}).", game=game, why=why)


def unread(why: str) -> Text:
    """It is of another version; `why` is the name of what this one lacks."""
    return say("This version of the league cannot read it ({why}): a newer one will.", why=why)


def told(value: object) -> Any:
    """A text, or whatever else a text has for a value, as JSON has it."""
    if isinstance(value, Text):
        return {"say": value.message, "plural": value.plural, "values": {name: told(one) for name, one in value.values}}
    return [told(one) for one in value] if isinstance(value, list | tuple) else value


def of_told(value: Any) -> Any:
    """What was `told`."""
    if isinstance(value, dict):
        values = tuple((name, of_told(one)) for name, one in value["values"].items())
        return Text(value["say"], values, value["plural"])
    return tuple(of_told(one) for one in value) if isinstance(value, list) else value


def written(text: Text | None) -> str | None:
    """A text in a column."""
    return None if text is None else json.dumps(told(text))


def read(column: str | None) -> Text | None:
    """What was `written`."""
    return None if column is None else of_told(json.loads(column))
