"""A quick hand takes dice soon after they have come to rest: they were read all the same; on drawn pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn_table import Drawn, DrawnSession

from vision.types import Doubt, DoubtKind, Expectation, Scene, SceneState

ONE, FIVE = Drawn(1, 300, 300), Drawn(5, 700, 420, 50)


def unknown_tray() -> DrawnSession:
    """Nobody has seen it empty: stillness takes longer there."""
    session = DrawnSession()
    session.throw(a=ONE, b=FIVE)
    return session


def rest(session: DrawnSession, pictures: int, hand: tuple[float, float], seconds: float = 0.1) -> list[Scene]:
    """The dice rest for this many pictures, and then a hand comes and goes; what was told."""
    begin = len(session.scenes)
    for _ in range(pictures):
        session.look()
    session.move_hand(hand, seconds=seconds)
    session.move_hand(None, seconds=0.1)
    return [scene for scene in session.scenes[begin:] if scene.state is SceneState.SETTLED]


def told(scenes: list[Scene]) -> list[list[int]]:
    return [sorted(one.die.value for one in scene.dice) for scene in scenes]


def test_a_rest_that_ends_before_it_was_read_is_told_as_the_hand_comes() -> None:
    scenes = rest(unknown_tray(), 6, (1100.0, 60.0))
    assert told(scenes) == [[1, 5]]
    assert all(one.thrown for one in scenes[0].dice)


def test_dice_rest_on_while_something_moves_elsewhere() -> None:
    """Nothing moves for three pictures; a hand that is not at the dice makes it no shorter."""
    assert told(rest(unknown_tray(), 4, (1100.0, 60.0))) == [[1, 5]]


def test_what_the_hand_touches_before_it_was_still_for_long_is_not_told() -> None:
    assert told(rest(unknown_tray(), 3, (320.0, 300.0), seconds=0.03)) == []


def test_two_pictures_alike_are_no_rest() -> None:
    assert told(rest(unknown_tray(), 2, (1100.0, 60.0))) == []


def test_other_than_the_number_expected_is_not_told_once_it_is_over() -> None:
    session = unknown_tray()
    session.expectation = Expectation(3)
    assert told(rest(session, 6, (1100.0, 60.0))) == []


def test_a_doubt_is_not_told_of_what_a_hand_has_taken() -> None:
    session = unknown_tray()
    session.reader.distort = lambda reading, _: replace(reading, doubts=(Doubt(DoubtKind.BLUR),))
    assert told(rest(session, 6, (1100.0, 60.0))) == []


def test_another_of_the_pictures_kept_is_read_where_the_first_is_in_doubt() -> None:
    session = unknown_tray()
    doubts = iter([(Doubt(DoubtKind.BLUR),)])
    session.reader.distort = lambda reading, _: replace(reading, doubts=next(doubts, ()))
    assert told(rest(session, 6, (1100.0, 60.0))) == [[1, 5]]


def test_dice_told_like_this_are_the_same_at_the_next_rest() -> None:
    session = unknown_tray()
    (scene,) = rest(session, 6, (1100.0, 60.0))
    later = session.wait(0.5)
    assert [(one.track, one.thrown) for one in later.dice] == [(one.track, False) for one in scene.dice]


@pytest.mark.parametrize("fps", [30.0, 60.0])
def test_a_rest_is_told_once(fps: float) -> None:
    session = DrawnSession(fps=fps)
    session.throw(a=ONE, b=FIVE)
    assert len(rest(session, round(6 * fps / 30), (1100.0, 60.0))) == 1
