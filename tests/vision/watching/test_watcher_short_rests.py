"""A quick hand takes dice while they are still being read: they were read all the same; on drawn pictures."""

from dataclasses import replace

import pytest
from drawn_table import Drawn, DrawnSession

from vision.types import Doubt, DoubtKind, Expectation, Scene, SceneState


def thrown(fps: float = 30.0) -> DrawnSession:
    """Two dice have come to rest, and reading them takes longer than they are left alone."""
    session = DrawnSession(fps=fps)
    session.wait(0.5)
    session.reader.steps = 30
    session.throw(a=Drawn(1, 300, 300), b=Drawn(5, 700, 420, 50))
    return session


def told_of(session: DrawnSession, seconds: float, hand_s: float = 0.1) -> list[Scene]:
    """What is told of a rest of this length, before and while a hand comes to the edge of a die within `hand_s`."""
    begin = len(session.scenes)
    session.wait(seconds)
    session.move_hand((832.0, 420.0), seconds=hand_s)
    session.move_hand(None, seconds=0.1)
    return [scene for scene in session.scenes[begin:] if scene.state is SceneState.SETTLED]


@pytest.mark.parametrize("fps", [30.0, 60.0])
def test_a_rest_that_ends_while_it_is_read_is_told_once_and_its_dice_are_the_same_later(fps: float) -> None:
    session = thrown(fps)
    (scene,) = told_of(session, 0.2)
    assert [(tracked.die.value, tracked.thrown) for tracked in scene.dice] == [(1, True), (5, True)]
    session.reader.steps = 0
    later = session.wait(0.5)
    assert [(tracked.track, tracked.thrown) for tracked in later.dice] == [
        (tracked.track, False) for tracked in scene.dice
    ]


@pytest.mark.parametrize(
    ("pictures", "hand_s", "told"), [(3, 0.1, 0), (4, 0.1, 1), (4, 0.03, 0)], ids=["too short", "beside", "at a die"]
)
def test_what_was_still_for_four_pictures_is_a_rest_if_nothing_moves_at_the_dice_yet(
    pictures: int, hand_s: float, told: int
) -> None:
    assert len(told_of(thrown(), pictures / 30, hand_s)) == told


def test_nobody_is_asked_about_what_a_hand_has_taken() -> None:
    other_number, doubtful = thrown(), thrown()
    other_number.expectation = Expectation(3)
    doubtful.reader.distort = lambda reading, _: replace(reading, doubts=(Doubt(DoubtKind.BLUR),))
    assert told_of(other_number, 0.2) == told_of(doubtful, 0.2) == []
