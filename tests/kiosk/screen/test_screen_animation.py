"""What moves is worked out from the events and the time alone."""

import pygame
import pytest

from kiosk.games.core import Event, Happening
from kiosk.games.text import say
from kiosk.screen.animation import slide, tokens_of
from kiosk.screen.drawing import theme
from kiosk.screen.drawing.tokens import PILE, Piles
from kiosk.screen.scenes.moments import moments
from workshop.gallery import matches


def moved(seat: int | None, source: int | None, amount: int) -> Event:
    return Event(Happening.TOKENS, say("{n} token", "{n} tokens", n=amount), seat, source, amount)


def test_tokens_leave_one_after_the_other_and_none_is_lost() -> None:
    after = matches.tokens_move().game
    total = sum(tokens_of(after).values())
    sliding = slide(after, (moved(3, None, 2),), now=5.0)
    assert sliding.before == {None: 20, 0: 0, 1: 0, 2: 1, 3: 0}
    assert [flight.start for flight in sliding.flights] == pytest.approx([5.0, 5.0 + theme.TOKEN_GAP])
    for step in range(100):
        now = 5.0 + step / 60
        assert sum(sliding.lying(now).values()) + len(sliding.flying(now)) == total
    assert not sliding.running(6.0)
    assert sliding.lying(6.0) == tokens_of(after)


def test_two_moves_follow_each_other() -> None:
    after = matches.tokens_move().game
    sliding = slide(after, (moved(3, None, 1), moved(3, 2, 1)), now=0.0)
    assert [flight.source for flight in sliding.flights] == [None, 2]
    assert sliding.before == {None: 19, 0: 0, 1: 0, 2: 2, 3: 0}
    assert sliding.lying(99.0) == tokens_of(after)


def test_events_that_do_not_lead_here_move_nothing() -> None:
    after = matches.tokens_move().game
    sliding = slide(after, (moved(0, None, 5),), now=0.0)
    assert not sliding.flights
    assert sliding.lying(0.0) == tokens_of(after)


def test_piles_of_five_stay_in_their_box() -> None:
    box = pygame.Rect(10, 20, 300, 60)
    piles = Piles(box, most=21, widest=80)
    places = [piles.place(number) for number in range(21)]
    assert len({x for x, _ in places}) == 5
    assert all(y > places[number + 1][1] for number, (x, y) in enumerate(places[:-1]) if (number + 1) % PILE)
    for x, y in places:
        assert box.left <= x <= box.right - piles.width
        assert box.top <= y <= box.bottom


def test_the_greatest_news_comes_last_and_everything_smaller_is_left_out() -> None:
    tie, out, over = (Event(what, say("{n}", n=what.value)) for what in (Happening.TIE, Happening.OUT, Happening.OVER))
    told = moments((tie, out, over, moved(0, None, 2)), now=5.0)
    assert told.events == (out, over)
    assert told.shown(4.9) is None
    assert told.shown(5.1) is not None
    assert [shown[0] for now in (6.0, 6.0 + theme.MOMENT_TIME) if (shown := told.shown(now))] == [out, over]
    assert not told.running(5.0 + 2 * theme.MOMENT_TIME)
    assert not moments((moved(0, None, 2),), now=5.0).running(5.0)
