"""What goes on over the tray: still or moving, hands, doubts, gaps; on drawn pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_table import Drawn, Evening

from vision.types import Doubt, DoubtKind, Expectation, Frame, Reading, Scene, SceneState
from vision.watching.watcher import changes

EMPTY, MOVING, HAND, SETTLED = SceneState.EMPTY, SceneState.MOVING, SceneState.HAND, SceneState.SETTLED
ONE, FIVE, SIX = Drawn(1, 300, 300), Drawn(5, 600, 420, 50), Drawn(6, 900, 250, 75)


def values(scene: Scene) -> list[int]:
    return [d.die.value for d in scene.dice]


def thrown(scene: Scene) -> list[bool]:
    return [d.thrown for d in scene.dice]


def tracks(scene: Scene) -> list[int]:
    return [d.track for d in scene.dice]


@pytest.fixture
def evening() -> Evening:
    """An empty tray that has been looked at for half a second."""
    evening = Evening()
    evening.wait(0.5)
    return evening


def test_an_empty_tray_is_empty(evening: Evening) -> None:
    assert evening.states() == [MOVING, EMPTY]
    assert evening.scenes[-1].doubts == ()


@pytest.mark.parametrize(("width", "fps"), [(1280, 30.0), (1280, 8.0), (640, 30.0), (1920, 15.0), (320, 30.0)])
def test_a_throw_settles_soon_after_the_dice_rest(width: int, fps: float) -> None:
    evening = Evening(width=width, fps=fps)
    evening.wait(0.5)
    evening.throw(a=ONE, b=FIVE, c=SIX)
    assert SETTLED not in evening.states()
    rest = evening.table.time
    while evening.look().state is not SETTLED:
        assert evening.table.time - rest < 0.35
    scene = evening.scenes[-1]
    assert values(scene) == [1, 5, 6]
    assert thrown(scene) == [True, True, True]
    assert scene.doubts == ()


def test_the_reader_is_asked_once_for_a_still_picture_and_never_in_motion(evening: Evening) -> None:
    asked = len(evening.reader.asked)
    evening.throw(a=ONE)
    assert len(evening.reader.asked) == asked
    evening.wait(3.0)
    assert len(evening.reader.asked) == asked + 1


def test_a_scene_stays_as_it_settled_until_something_moves(evening: Evening) -> None:
    evening.throw(a=ONE)
    first = evening.wait(0.3)
    assert evening.wait(1.0).dice == first.dice
    assert thrown(first) == [True]


def test_the_expected_number_reaches_the_reader_and_another_is_a_doubt(evening: Evening) -> None:
    evening.expectation = Expectation(dice=3)
    evening.throw(a=ONE, b=FIVE)
    scene = evening.wait(0.5)
    assert evening.reader.asked[-1] == 3
    assert scene.doubts == (Doubt(DoubtKind.COUNT),)
    asked = len(evening.reader.asked)
    evening.expectation = Expectation(dice=2)
    assert evening.look().doubts == ()
    assert len(evening.reader.asked) == asked


def test_dice_that_lie_there_at_the_start_are_new_and_count_as_thrown() -> None:
    evening = Evening()
    evening.table.dice = {"a": ONE, "b": FIVE}
    scene = evening.wait(0.4)
    assert (scene.state, values(scene), thrown(scene)) == (SETTLED, [1, 5], [True, True])


def test_slow_light_and_a_shaken_table_are_no_motion(evening: Evening) -> None:
    evening.throw(a=ONE, b=SIX)
    evening.wait(0.4)
    asked = len(evening.reader.asked)
    for i in range(120):
        evening.table.light = 1.0 - 0.002 * i
        evening.table.shake = (1.2, -0.8) if i % 7 == 0 else (0.0, 0.0)
        assert evening.look().state is SETTLED
    assert len(evening.reader.asked) == asked


def test_strong_grain_still_settles() -> None:
    evening = Evening(grain=20.0, width=640)
    evening.throw(a=ONE)
    assert evening.wait(1.0).state is SETTLED


# --- doubts ----------------------------------------------------------------------------------------------------------


def test_a_doubtful_reading_is_taken_again_and_then_stays_doubtful(evening: Evening) -> None:
    doubt = Doubt(DoubtKind.COCKED, (280, 280, 50, 50))
    evening.reader.distort = lambda reading, _: replace(reading, doubts=(doubt,))
    asked = len(evening.reader.asked)
    evening.throw(a=ONE)
    scene = evening.wait(2.0)
    assert (scene.state, scene.doubts) == (SETTLED, (doubt,))
    assert len(evening.reader.asked) == asked + 3


def test_a_doubt_that_passes_with_the_next_frame_is_never_shown(evening: Evening) -> None:
    asked = len(evening.reader.asked)
    doubt = Doubt(DoubtKind.BLUR)
    evening.reader.distort = lambda reading, n: replace(reading, doubts=(doubt,)) if n == asked + 1 else reading
    evening.throw(a=ONE)
    evening.wait(1.0)
    assert all(scene.doubts == () for scene in evening.scenes)
    assert len(evening.reader.asked) == asked + 2


@pytest.mark.parametrize(("at_a_glance", "closer", "leans"), [(1.2, 0.7, False), (0.8, 1.3, True), (2.0, 0.5, True)])
def test_what_may_lean_at_a_glance_is_looked_at_less_quickly_and_both_count(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, at_a_glance: float, closer: float, leans: bool
) -> None:
    evening.expectation = Expectation(dice=2)
    evening.throw(a=SIX, b=ONE)
    evening.wait(0.5)  # from here on it is known how large dice are
    asked: list[tuple[object, ...]] = []
    read = evening.reader.read
    monkeypatch.setattr(evening.reader, "read", lambda image, *known: asked.append(known) or read(image, *known))
    leaning = evening.watcher._leaning
    monkeypatch.setattr(leaning, "oddness", lambda *_, **__: [0.1, at_a_glance if len(asked) == 1 else closer])
    evening.throw(a=ONE, b=FIVE)
    scene = evening.wait(0.5)
    glance, closely = asked
    assert glance[-1] is True
    assert closely == (*glance[:-1], False)
    assert scene.doubts == ((Doubt(DoubtKind.COCKED, scene.dice[1].die.box),) if leans else ())


@pytest.mark.parametrize(
    ("doubtful", "doubts"), [({1}, []), ({1, 3}, [DoubtKind.VALUE]), ({1, 2, 3}, [DoubtKind.VALUE])]
)
def test_two_readings_without_doubt_outvote_one_that_contradicts_them(
    evening: Evening, doubtful: set[int], doubts: list[DoubtKind]
) -> None:
    asked = len(evening.reader.asked)

    def waver(reading: Reading, number: int) -> Reading:
        if number - asked not in doubtful:
            return reading
        die = replace(reading.dice[0], value=2)
        return Reading((die,), (Doubt(DoubtKind.VALUE, die.box),))

    evening.reader.distort = waver
    evening.throw(a=ONE)
    scene = evening.wait(1.0)
    assert [doubt.kind for doubt in scene.doubts] == doubts
    assert doubts or values(scene) == [1]


# --- hands -----------------------------------------------------------------------------------------------------------


def test_a_hand_that_comes_rests_and_goes_is_a_hand_all_the_time(evening: Evening) -> None:
    evening.throw(a=ONE, b=FIVE, c=SIX)
    before = evening.wait(0.4)
    start = len(evening.scenes)
    evening.move_hand((600, 430))
    evening.wait(2.0)
    resting = evening.scenes[-30:]
    assert {scene.state for scene in resting} == {HAND}
    evening.move_hand(None)
    after = evening.wait(0.5)
    assert all(values(scene) == [1, 5, 6] for scene in evening.scenes[start:])
    assert (after.state, tracks(after), thrown(after)) == (SETTLED, tracks(before), [False] * 3)


def test_an_unchanged_picture_behind_a_hand_is_not_read_again(evening: Evening) -> None:
    evening.throw(a=ONE)
    evening.wait(0.4)
    asked = len(evening.reader.asked)
    evening.move_hand((700, 400), None)
    assert evening.wait(0.5).state is SETTLED
    assert len(evening.reader.asked) == asked


def test_a_hand_is_never_learned_as_the_tray_while_it_hides_what_is_expected(evening: Evening) -> None:
    evening.expectation = Expectation(dice=2)
    evening.throw(a=ONE, b=FIVE)
    evening.wait(0.4)
    evening.move_hand((600, 430))
    assert evening.wait(12.0).state is HAND
    evening.move_hand(None)
    assert values(evening.wait(0.5)) == [1, 5]


def test_a_thing_left_on_the_tray_is_accepted_once_the_expected_dice_are_vouched_for(evening: Evening) -> None:
    evening.expectation = Expectation(dice=1)
    evening.move_hand((1000, 200))
    evening.throw(a=ONE)
    assert evening.wait(4.0).state is HAND
    assert values(evening.wait(2.0)) == [1]
    evening.throw(a=FIVE)
    scene = evening.wait(0.3)
    assert (scene.state, values(scene)) == (SETTLED, [5])


def test_a_shadow_is_no_hand(evening: Evening) -> None:
    felt = evening.table._felt
    evening.throw(a=ONE)
    evening.wait(0.4)
    shaded = felt.astype(np.float32)
    shaded[:, 700:] *= 0.75
    evening.table._felt = shaded.astype(np.uint8)
    scene = evening.wait(0.5)
    assert (scene.state, values(scene), thrown(scene)) == (SETTLED, [1], [False])
    assert HAND not in evening.states()


# --- gaps ------------------------------------------------------------------------------------------------------------


def test_after_a_gap_the_same_dice_in_the_same_places_go_on(evening: Evening) -> None:
    evening.throw(a=ONE, b=FIVE)
    before = evening.wait(0.4)
    evening.table.time += 30.0
    assert evening.look().state is MOVING
    after = evening.wait(0.4)
    assert (after.state, tracks(after), thrown(after)) == (SETTLED, tracks(before), [False, False])


def test_after_a_gap_dice_that_moved_are_new(evening: Evening) -> None:
    evening.throw(a=ONE, b=FIVE)
    before = evening.wait(0.4)
    evening.table.time += 30.0
    evening.table.dice["b"] = replace(FIVE, x=640)
    after = evening.wait(0.4)
    assert tracks(after)[0] == tracks(before)[0]
    assert tracks(after)[1] not in tracks(before)
    assert thrown(after) == [False, True]


def test_a_black_picture_says_nothing(evening: Evening) -> None:
    evening.throw(a=ONE)
    before = evening.wait(0.4)
    asked = len(evening.reader.asked)
    for _ in range(30):
        frame = evening.table.frame()
        scene = evening.watcher.see(Frame(np.zeros_like(frame.image), frame.time), evening.expectation)
        assert (scene.state, scene.dice) == (MOVING, before.dice)
    after = evening.wait(0.4)
    assert (after.state, tracks(after), thrown(after)) == (SETTLED, tracks(before), [False])
    assert len(evening.reader.asked) == asked


# --- changes ---------------------------------------------------------------------------------------------------------


def test_changes_come_with_the_number_of_their_frame(evening: Evening) -> None:
    evening.table.dice["a"] = ONE
    frames = [evening.table.frame() for _ in range(12)]
    found = list(changes(frames, evening.watcher))
    assert [(number, scene.state) for number, scene in found] == [(0, MOVING), (4, SETTLED)]
