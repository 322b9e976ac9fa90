"""Rules on how the table lies; `python -m kiosk.referee.rulings` draws the tables, as README.md shows them."""

from __future__ import annotations

import sys

from kiosk.referee.cases import CHOOSING, THROWING
from kiosk.referee.outcomes import Outcome
from kiosk.referee.situation import Situation


def rule_on(situation: Situation) -> Outcome:
    """The state that the table is in, and what follows from it."""
    cases = CHOOSING if situation.choosing and not situation.remembered else THROWING
    return next(case.then(situation) for case in cases if case.when(situation))


def drawing() -> str:
    """Both tables, as text."""
    width = max(len(case.seen) for case in (*THROWING, *CHOOSING))
    lines: list[str] = []
    for title, cases in (("a throw, or a choice from a remembered hand", THROWING), ("a choice", CHOOSING)):
        lines += [title, *(f"  {case.seen.ljust(width)} ──▶ {case.says}" for case in cases), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(drawing())
