"""What goes on over the tray: still or moving, hands, doubts, gaps; on drawn pictures."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_table import Drawn, DrawnSession

from vision.types import Doubt, DoubtKind, Expectation, Frame, Scene, SceneState
from vision.watching.steadying import STEADY, Steadier
from vision.watching.watcher import changes

EMPTY, MOVING, HAND, SETTLED = SceneState.EMPTY, SceneState.MOVING, SceneState.HAND, SceneState.SETTLED
ONE, FIVE, SIX = Drawn(1, 300, 300), Drawn(5, 600, 420, 50), Drawn(6, 900, 250, 75)


def values(scene: Scene) -> list[int]:
    return [d.die.value for d in scene.dice]


def thrown(scene: Scene) -> list[bool]:
    return [d.thrown for d in scene.dice]


def tracks(scene: Scene) -> list[int]:
    return [d.track for d in scene.dice]


def test_an_empty_tray_is_empty(session: DrawnSession) -> None:
    assert session.states() == [MOVING, EMPTY]
    assert session.scenes[-1].doubts == ()


@pytest.mark.parametrize(("width", "fps"), [(1280, 8.0), (1920, 15.0), (320, 30.0)])
def test_a_throw_settles_soon_after_the_dice_rest(width: int, fps: float) -> None:
    session = DrawnSession(width=width, fps=fps)
    session.wait(0.5)
    session.throw(a=ONE, b=FIVE, c=SIX)
    assert SETTLED not in session.states()
    rest = session.table.time
    while session.look().state is not SETTLED:
        assert session.table.time - rest < 0.35
    scene = session.scenes[-1]
    assert values(scene) == [1, 5, 6]
    assert thrown(scene) == [True, True, True]
    assert scene.doubts == ()


def test_the_reader_is_asked_once_for_a_still_picture_and_never_in_motion(session: DrawnSession) -> None:
    asked = len(session.reader.asked)
    session.throw(a=ONE)
    assert len(session.reader.asked) == asked
    first = session.wait(0.3)
    assert thrown(first) == [True]
    assert session.wait(3.0).dice == first.dice
    assert len(session.reader.asked) == asked + 1


def test_the_expected_number_reaches_the_reader_and_another_is_a_doubt(session: DrawnSession) -> None:
    session.expectation = Expectation(dice=3)
    session.throw(a=ONE, b=FIVE)
    scene = session.wait(0.5)
    assert session.reader.asked[-1].dice == 3
    assert scene.doubts == (Doubt(DoubtKind.COUNT),)
    asked = len(session.reader.asked)
    session.expectation = Expectation(dice=2)
    assert session.look().doubts == ()
    assert len(session.reader.asked) == asked


def test_dice_that_lie_there_at_the_start_are_new_and_count_as_thrown() -> None:
    session = DrawnSession()
    session.table.dice = {"a": ONE, "b": FIVE}
    scene = session.wait(0.4)
    assert (scene.state, values(scene), thrown(scene)) == (SETTLED, [1, 5], [True, True])


def test_slow_light_and_a_shaken_table_are_no_motion(session: DrawnSession) -> None:
    session.throw(a=ONE, b=SIX)
    session.wait(0.4)
    asked = len(session.reader.asked)
    for i in range(120):
        session.table.light = 1.0 - 0.002 * i
        session.table.shake = (1.2, -0.8) if i % 7 == 0 else (0.0, 0.0)
        assert session.look().state is SETTLED
    assert len(session.reader.asked) == asked


# --- doubts ----------------------------------------------------------------------------------------------------------


def test_a_doubt_that_passes_with_the_next_frame_is_never_shown(session: DrawnSession) -> None:
    asked = len(session.reader.asked)
    doubt = Doubt(DoubtKind.BLUR)
    session.reader.distort = lambda reading, n: replace(reading, doubts=(doubt,)) if n == asked + 1 else reading
    session.throw(a=ONE)
    session.wait(1.0)
    assert all(scene.doubts == () for scene in session.scenes)
    assert len(session.reader.asked) == asked + 2


@pytest.mark.parametrize(("at_a_glance", "closer", "leans"), [(1.2, 0.7, False), (0.8, 1.3, True), (2.0, 0.5, True)])
def test_what_may_lean_at_a_glance_is_looked_at_less_quickly_and_both_count(
    session: DrawnSession, monkeypatch: pytest.MonkeyPatch, at_a_glance: float, closer: float, leans: bool
) -> None:
    session.expectation = Expectation(dice=2)
    session.throw(a=SIX, b=ONE)
    session.wait(0.5)  # from here on it is known how large dice are
    asked = session.reader.asked
    asked.clear()
    leaning = session.watcher._tilt
    monkeypatch.setattr(leaning, "oddness", lambda *_, **__: [0.1, at_a_glance if len(asked) == 1 else closer])
    session.throw(a=ONE, b=FIVE)
    scene = session.wait(0.5)
    glance, closely = asked
    assert not glance.exact
    assert closely == replace(glance, exact=True)
    assert scene.doubts == ((Doubt(DoubtKind.COCKED, scene.dice[1].die.box),) if leans else ())


# --- hands -----------------------------------------------------------------------------------------------------------


def test_a_hand_that_comes_rests_and_goes_is_a_hand_all_the_time(session: DrawnSession) -> None:
    session.throw(a=ONE, b=FIVE, c=SIX)
    before = session.wait(0.4)
    start = len(session.scenes)
    session.move_hand((600, 430))
    session.wait(2.0)
    resting = session.scenes[-30:]
    assert {scene.state for scene in resting} == {HAND}
    session.move_hand(None)
    after = session.wait(0.5)
    assert all(values(scene) == [1, 5, 6] for scene in session.scenes[start:])
    assert (after.state, tracks(after), thrown(after)) == (SETTLED, tracks(before), [False] * 3)


def test_an_unchanged_picture_behind_a_hand_is_not_read_again(session: DrawnSession) -> None:
    session.throw(a=ONE)
    session.wait(0.4)
    asked = len(session.reader.asked)
    session.move_hand((700, 400), None)
    assert session.wait(0.5).state is SETTLED
    assert len(session.reader.asked) == asked


@pytest.mark.parametrize(("edge", "before", "after"), [(20.0, 6, 1), (20.0, 3, 2), (32.0, 2, 3)])
def test_a_die_that_a_hand_turned_over_in_its_place_is_read_again(edge: float, before: int, after: int) -> None:
    session = DrawnSession(edge=edge)
    session.wait(0.5)
    session.throw(a=Drawn(before, 700, 400), b=FIVE)
    session.wait(0.5)
    session.move_hand((700, 400))
    session.table.dice["a"] = Drawn(after, 700, 400)
    session.move_hand(None)
    assert sorted(values(session.wait(0.5))) == sorted([after, 5])


def test_a_hand_is_never_learned_as_the_tray_while_it_hides_what_is_expected() -> None:
    session = DrawnSession(fps=8.0)
    session.wait(0.5)
    session.expectation = Expectation(dice=2)
    session.throw(a=ONE, b=FIVE)
    session.wait(0.4)
    session.move_hand((600, 430))
    assert session.wait(12.0).state is HAND
    session.move_hand(None)
    assert values(session.wait(0.5)) == [1, 5]


def test_a_thing_left_on_the_tray_is_accepted_once_the_expected_dice_are_vouched_for(session: DrawnSession) -> None:
    session.expectation = Expectation(dice=1)
    session.move_hand((1000, 200))
    session.throw(a=ONE)
    assert session.wait(4.0).state is HAND
    assert values(session.wait(2.0)) == [1]
    session.throw(a=FIVE)
    scene = session.wait(0.3)
    assert (scene.state, values(scene)) == (SETTLED, [5])


def test_a_light_that_slowly_falls_on_part_of_the_tray_becomes_part_of_it() -> None:
    session = DrawnSession(fps=8.0)
    session.wait(0.5)
    felt = session.table._felt.astype(np.float32)
    for step in range(240):
        sunlit = felt.copy()
        sunlit[:, -felt.shape[1] // 4 :] *= 1 + 0.5 * step / 239
        session.table._felt = np.clip(sunlit, 0, 255).astype(np.uint8)
        session.look()
    assert session.states() == [MOVING, EMPTY]
    session.throw(a=ONE, b=SIX)
    scene = session.wait(0.5)
    assert (scene.state, values(scene)) == (SETTLED, [1, 6])
    assert HAND not in session.states()


# --- gaps ------------------------------------------------------------------------------------------------------------


def test_after_a_gap_dice_that_moved_are_new(session: DrawnSession) -> None:
    session.throw(a=ONE, b=FIVE)
    before = session.wait(0.4)
    session.table.time += 30.0
    session.table.dice["b"] = replace(FIVE, x=640)
    after = session.wait(0.4)
    assert tracks(after)[0] == tracks(before)[0]
    assert tracks(after)[1] not in tracks(before)
    assert thrown(after) == [False, True]


def test_a_black_picture_says_nothing(session: DrawnSession) -> None:
    session.throw(a=ONE)
    before = session.wait(0.4)
    asked = len(session.reader.asked)
    for _ in range(30):
        frame = session.table.frame()
        scene = session.watcher.watch(Frame(np.zeros_like(frame.image), frame.time), session.expectation)
        assert (scene.state, scene.dice) == (MOVING, before.dice)
    after = session.wait(0.4)
    assert (after.state, tracks(after), thrown(after)) == (SETTLED, tracks(before), [False])
    assert len(session.reader.asked) == asked


# --- changes ---------------------------------------------------------------------------------------------------------


def test_changes_come_with_the_number_of_their_frame(session: DrawnSession) -> None:
    session.table.dice["a"] = ONE
    frames = [session.table.frame() for _ in range(12)]
    found = list(changes(frames, session.watcher))
    assert [(number, scene.state) for number, scene in found] == [(0, MOVING), (4, SETTLED)]


def test_a_picture_put_in_a_wrong_place_is_taken_as_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    """Landmarks can be wrong; the tray that shows between the dice says so."""
    session = DrawnSession()
    session.table._felt = cv2.rectangle(session.table._felt.copy(), (30, 30), (610, 330), (20, 40, 70), 8)  # type: ignore[assignment]
    session.wait(0.5)
    session.throw(a=ONE, b=FIVE)
    forgot: list[bool] = []
    monkeypatch.setattr(Steadier, "_moved", lambda *_: STEADY if forgot else np.array([[1.01, 0, 3], [0, 1.01, 3]]))
    monkeypatch.setattr(Steadier, "forget", lambda self: forgot.append(True) or setattr(self, "matrix", STEADY))  # type: ignore[func-returns-value]
    assert session.wait(0.1).state is MOVING
    assert session.watcher._steadier.matrix is not STEADY
    assert session.wait(0.3).state is SETTLED
    assert session.watcher._steadier.matrix is STEADY
