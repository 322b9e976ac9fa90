"""What is said on which topic of the broker: one branch for each table, one for the league itself."""

from __future__ import annotations

import re

ROOT = "dice-table"
LEAGUE = "league"
"""The league's own user: no table has this name."""
LINE, LIVE, MOMENT, STATE, RECEIPT = "line", "live", "moment", "state", "receipt"
OF_A_TABLE = (LINE, LIVE, MOMENT, STATE)
"""What a table says; `RECEIPT` is what it hears: lines that the league keeps; none of them where it begins anew."""
ONLINE, OFFLINE = "online", "offline"
DISCOVERY = "homeassistant/device"
"""Where Home Assistant looks for devices (its MQTT integration, "Discovery messages")."""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")


def is_table(name: str) -> bool:
    """Whether a table may be called so: it is a part of topics and of addresses."""
    return _NAME.fullmatch(name) is not None and name != LEAGUE


def topic(table: str, what: str) -> str:
    """Where a table says `what`, or hears it."""
    return f"{ROOT}/{table}/{what}"


def table_of(heard: str) -> tuple[str, str] | None:
    """The table and what it says, out of a topic; None for any other topic."""
    root, _, rest = heard.partition("/")
    table, _, what = rest.partition("/")
    return (table, what) if root == ROOT and is_table(table) else None


def discovery(table: str) -> str:
    """Where a table tells Home Assistant what it is; its name is a level of its own, as the ACL wants it."""
    return f"{DISCOVERY}/{ROOT}/{table}/config"
