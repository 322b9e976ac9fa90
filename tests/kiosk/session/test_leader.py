"""Who leads a match, by the house rules or after the match before."""

import pytest

from kiosk.games.core import Over
from kiosk.games.options import Value
from kiosk.session.result import leader

SHARED_LAST = Over(((0,), (2, 1)))


@pytest.mark.parametrize(
    ("options", "before", "loser", "leads"),
    [
        ({}, None, False, None),
        ({"first": "seat"}, None, False, 0),
        ({"first": "loser"}, None, False, None),
        ({"first": "loser"}, SHARED_LAST, False, 1),
        ({"first": "seat"}, SHARED_LAST, False, 0),
        ({"first": "seat"}, SHARED_LAST, True, 1),
        ({}, SHARED_LAST, False, None),
    ],
)
def test_the_first_seat_leads_or_the_last_of_those_that_lost_or_a_roll_decides(
    options: dict[str, Value], before: Over | None, leads: int | None, *, loser: bool
) -> None:
    assert leader(options, before, loser=loser) == leads
