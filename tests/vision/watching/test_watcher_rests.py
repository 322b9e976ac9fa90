"""What the reader is asked at each rest, and what a rest remembers; on drawn pictures."""

from dataclasses import replace

import pytest
from drawn_table import Drawn, DrawnSession

from vision.types import Doubt, DoubtKind, Expectation, Hint, SceneState
from vision.watching.watcher import PATIENCE_S, READINGS, RELEARN_S

EMPTY, MOVING, HAND, SETTLED = SceneState.EMPTY, SceneState.MOVING, SceneState.HAND, SceneState.SETTLED
ONE, FIVE, SIX = Drawn(1, 300, 300), Drawn(5, 600, 420, 50), Drawn(6, 900, 250, 75)


@pytest.fixture
def hints(session: DrawnSession) -> list[Hint]:
    """What the reader is told, reading by reading, once the empty tray is known."""
    session.reader.asked.clear()
    return session.reader.asked


def test_where_the_number_is_known_only_what_lies_there_is_looked_at(session: DrawnSession, hints: list[Hint]) -> None:
    session.expectation = Expectation(2)
    session.throw(a=ONE, b=SIX)
    session.wait(0.5)
    (hint,) = hints
    assert (hint.dice, hint.edge_px, hint.exact) == (2, None, False), "nobody knows yet how large dice are"
    assert hint.places is not None
    middles = sorted((2 * (x + width / 2), 2 * (y + height / 2)) for x, y, width, height in hint.places)
    assert middles == [pytest.approx((die.x, die.y), abs=10) for die in (ONE, SIX)]


def test_where_it_is_not_known_the_whole_picture_is_looked_at_exactly(session: DrawnSession, hints: list[Hint]) -> None:
    session.throw(a=ONE, b=SIX)
    session.wait(0.5)
    assert hints == [Hint(None, None, None, exact=True)]


def test_a_reading_in_doubt_is_taken_again_all_over_the_picture(session: DrawnSession, hints: list[Hint]) -> None:
    session.expectation = Expectation(2)
    session.reader.distort = lambda reading, _: replace(reading, doubts=(Doubt(DoubtKind.BLUR),))
    session.throw(a=ONE, b=SIX)
    scene = session.wait(2.0)
    assert [(hint.places is None, hint.exact) for hint in hints] == [(False, False), (True, True), (True, True)]
    assert (scene.state, scene.doubts) == (SETTLED, (Doubt(DoubtKind.BLUR),))


@pytest.mark.parametrize(("fps", "pictures"), [(30.0, 7), (15.0, 3), (8.0, 2), (3.0, 2)])
def test_a_reading_takes_a_step_a_picture_more_where_pictures_are_few_and_the_scenes_say_so(
    fps: float, pictures: int
) -> None:
    session = DrawnSession(fps=fps)
    session.wait(1.0)
    session.reader.steps = 7
    session.table.dice = {"a": ONE, "b": SIX}
    scenes = [session.look() for _ in range(15)]
    looking = [scene.reading for scene in scenes]
    assert sum(looking) == pictures
    assert scenes[looking.index(True)].state is MOVING
    assert scenes[looking.index(True) + pictures].state is SETTLED


def test_it_looks_without_a_break_until_what_is_in_doubt_was_read_for_the_last_time(
    session: DrawnSession, hints: list[Hint]
) -> None:
    session.expectation = Expectation(2)
    session.reader.distort = lambda reading, _: replace(reading, doubts=(Doubt(DoubtKind.BLUR),))
    session.reader.steps = 4
    session.table.dice = {"a": ONE, "b": SIX}
    scenes = [session.look() for _ in range(40)]
    assert len(hints) == READINGS
    settled = [scene.state for scene in scenes].index(SETTLED)
    begun = [scene.reading for scene in scenes].index(True)
    assert settled - begun >= 3 * session.reader.steps
    assert [scene.reading for scene in scenes[begun:]] == [number < settled for number in range(begun, len(scenes))]


def test_what_a_hand_covers_is_looked_at_once_and_not_for_ever(session: DrawnSession, hints: list[Hint]) -> None:
    session.expectation = Expectation(2)
    session.throw(a=ONE, b=SIX)
    session.wait(0.5)
    hints.clear()
    session.move_hand((900, 250))
    scene = session.wait(PATIENCE_S + 1.0)
    assert len(hints) == 1
    assert (scene.state, scene.reading) == (HAND, False)


def test_what_moves_before_all_steps_are_taken_is_looked_at_anew(session: DrawnSession, hints: list[Hint]) -> None:
    session.reader.steps = 30
    session.throw(a=ONE, b=SIX)
    assert session.wait(0.5).reading
    session.lift("a")
    session.reader.steps = 0
    scene = session.wait(0.5)
    assert scene.state is SETTLED
    assert [tracked.die.value for tracked in scene.dice] == [6]
    assert not scene.reading
    assert len(hints) > 1


@pytest.mark.parametrize(("expected", "known"), [(1, True), (2, False), (None, False)])
def test_a_single_die_tells_how_large_dice_are_only_if_one_is_expected(
    session: DrawnSession, hints: list[Hint], expected: int | None, *, known: bool
) -> None:
    session.expectation = Expectation(expected)
    session.throw(a=ONE)
    session.wait(0.5)
    session.throw(a=FIVE)
    session.wait(0.5)
    assert hints[-1].edge_px == (pytest.approx(session.table.edge * session.table.scale) if known else None)


def test_an_empty_tray_that_is_known_is_not_read(session: DrawnSession, hints: list[Hint]) -> None:
    session.move_hand((600, 400), None)
    assert session.wait(0.5).state is EMPTY
    assert hints == []


def test_a_die_lifted_while_all_that_are_expected_lie_there_is_new_when_it_comes_back(session: DrawnSession) -> None:
    session.throw(a=ONE, b=FIVE, c=SIX)
    session.expectation = Expectation(2)
    session.wait(0.5)
    del session.table.dice["c"]
    session.look()
    assert {die.track for die in session.wait(0.5).dice} == {1, 2}
    session.table.dice["c"] = SIX
    session.look()
    assert {die.track: die.thrown for die in session.wait(0.5).dice} == {1: False, 2: False, 4: True}


def test_while_dice_are_missing_the_tray_is_not_learned(session: DrawnSession) -> None:
    """What covers them may look like the tray."""
    session.expectation = Expectation(2)
    learned: list[float] = []
    learn = session.watcher._background.learn
    session.watcher._background.learn = lambda *given: learned.append(session.table.time) or learn(*given)  # type: ignore[method-assign, func-returns-value]
    session.throw(a=ONE)
    session.wait(RELEARN_S + 1)
    assert learned == []
    session.throw(b=SIX)
    session.wait(RELEARN_S + 1)
    assert len(learned) == 2, "at once, and again after a while"


def test_a_doubtful_rest_is_not_learned(session: DrawnSession) -> None:
    session.reader.distort = lambda reading, _: replace(reading, doubts=(Doubt(DoubtKind.BLUR),))
    known = session.watcher._background._known
    session.throw(a=ONE)
    session.wait(RELEARN_S + 1)
    assert session.watcher._background._known is known


def test_dice_are_shown_from_left_to_right(session: DrawnSession) -> None:
    session.throw(c=SIX, a=ONE, b=FIVE)
    assert [die.die.value for die in session.wait(0.5).dice] == [1, 5, 6]


@pytest.mark.parametrize(("pause_s", "known"), [(0.9, True), (1.1, False), (-0.5, False)])
def test_more_than_a_second_between_two_pictures_is_a_gap_and_so_is_a_clock_that_goes_backwards(
    session: DrawnSession, pause_s: float, *, known: bool
) -> None:
    session.throw(a=ONE)
    session.wait(0.5)
    session.table.time += pause_s - session.table.step
    assert (session.look().state is SETTLED) == known


def test_a_picture_must_look_the_same_twice_however_few_come() -> None:
    session = DrawnSession(fps=4.0)
    session.wait(1.0)
    session.table.dice = {"a": ONE}
    assert [session.look().state for _ in range(4)] == [MOVING, MOVING, SETTLED, SETTLED]
