"""Which die is which after a motion, and which of them were thrown; on drawn pictures."""

from dataclasses import replace

import pytest
from drawn_table import Drawn, DrawnSession

from vision.types import DoubtKind, Expectation, Scene, SceneState

SETTLED = SceneState.SETTLED
ONE, FIVE, SIX = Drawn(1, 300, 300), Drawn(5, 600, 420, 50), Drawn(6, 900, 250, 75)


def seen(scene: Scene) -> dict[int, tuple[int, bool]]:
    """Track → value and thrown."""
    assert scene.state is SETTLED
    return {d.track: (d.die.value, d.thrown) for d in scene.dice}


@pytest.fixture
def session() -> DrawnSession:
    """Three dice, 1 5 6, that were thrown and lie still: tracks 1, 2, 3."""
    session = DrawnSession(fps=8.0)
    session.wait(0.5)
    session.throw(a=ONE, b=FIVE, c=SIX)
    scene = session.wait(0.6)
    assert seen(scene) == {1: (1, True), 2: (5, True), 3: (6, True)}
    return session


def test_dice_left_lying_keep_their_tracks_beside_a_throw(session: DrawnSession) -> None:
    session.lift("a", "c")
    assert seen(session.wait(0.5)) == {2: (5, False)}
    session.throw(a=Drawn(1, 350, 280, 70), c=Drawn(6, 850, 300))
    assert seen(session.wait(0.5)) == {2: (5, False), 4: (1, True), 5: (6, True)}


def test_a_lifted_die_that_falls_on_the_same_value_nearby_was_thrown(session: DrawnSession) -> None:
    session.move_hand((600, 430))
    del session.table.dice["b"]
    session.wait(0.6)
    session.table.dice["b"] = replace(FIVE, x=612, y=425, turn=56)
    session.move_hand(None)
    scene = seen(session.wait(0.5))
    assert 2 not in scene
    assert scene[4] == (5, True)


def test_a_die_under_a_hand_that_looks_like_the_tray_was_not_thrown(session: DrawnSession) -> None:
    session.expectation = Expectation(3)
    session.table.skin = (62, 112, 53)
    session.move_hand((600, 420))
    assert seen(session.wait(0.5)) == {1: (1, False), 3: (6, False)}
    session.move_hand(None)
    assert seen(session.wait(0.5)) == {1: (1, False), 2: (5, False), 3: (6, False)}


def test_two_dice_that_change_places_keep_their_tracks(session: DrawnSession) -> None:
    for name in ("a", "c"):
        session.slide(name, 600, 100 if name == "a" else 620, seconds=1.0)
    session.slide("a", 950, 300, seconds=1.0)
    session.slide("c", 320, 300, seconds=1.0)
    assert seen(session.wait(0.5)) == {1: (1, False), 2: (5, False), 3: (6, False)}


def test_a_die_turned_in_its_place_under_a_hand_was_thrown(session: DrawnSession) -> None:
    session.move_hand((600, 430))
    session.table.dice["b"] = replace(FIVE, value=2)
    session.wait(0.5)
    session.move_hand(None)
    scene = seen(session.wait(0.5))
    assert scene.pop(1) == (1, False)
    assert scene.pop(3) == (6, False)
    assert [*scene.values()] == [(2, True)]


def test_a_die_nudged_by_a_thrown_one_stays_itself(session: DrawnSession) -> None:
    session.lift("a")
    session.wait(0.5)
    session.throw(a=Drawn(4, 540, 420, 10))
    session.table.dice["b"] = replace(FIVE, x=640, y=425, turn=62)
    session.look()
    session.table.dice["b"] = replace(FIVE, x=655, y=428, turn=70)
    scene = seen(session.wait(0.5))
    assert scene[2] == (5, False)
    assert scene[3] == (6, False)
    assert scene[4] == (4, True)


@pytest.mark.parametrize("fps", [30.0, 8.0])
def test_a_lifted_die_is_not_taken_for_one_of_its_value_that_others_were_hit_by(fps: float) -> None:
    """The kept six is knocked from where the thrown one comes to rest: one of them was thrown, and only one."""
    session = DrawnSession(fps=fps)
    session.wait(0.5)
    kept, lifted = Drawn(6, 600, 420, 30), Drawn(6, 742, 330, 75)
    session.throw(kept=kept, lifted=lifted)
    assert seen(session.wait(0.6)) == {1: (6, True), 2: (6, True)}
    session.move_hand((690, 400), seconds=0.125)
    del session.table.dice["lifted"]
    session.move_hand(None, seconds=0.125)
    session.look()
    session.table.dice["thrown"] = Drawn(3, 520, 520, 10)
    session.look()
    session.table.dice |= {"thrown": Drawn(6, 550, 440, 32), "kept": replace(kept, x=634, y=398, turn=28)}
    scene = seen(session.wait(0.5))
    assert len(scene) == 2
    assert 2 not in scene
    assert [*scene.values()].count((6, True)) == 1


@pytest.mark.parametrize("fps", [30.0, 8.0])
def test_a_lifted_die_is_not_found_again_in_its_neighbour(fps: float) -> None:
    session = DrawnSession(fps=fps)
    session.wait(0.5)
    left, right = Drawn(5, 530, 420, 50), Drawn(5, 600, 420, 50)
    session.throw(left=left, right=right)
    assert seen(session.wait(0.6)) == {1: (5, True), 2: (5, True)}
    del session.table.dice["left"]
    session.table.dice["right"] = replace(right, x=606)
    assert seen(session.wait(0.5)) == {2: (5, False)}


def test_an_unmoved_die_that_the_reader_overlooks_stays_in_doubt_once(session: DrawnSession) -> None:
    session.reader.distort = lambda reading, _: replace(reading, dice=tuple(d for d in reading.dice if d.value != 5))
    session.slide("a", 300, 340)
    scene = session.wait(0.7)
    assert seen(scene)[2] == (5, False)
    assert [doubt.kind for doubt in scene.doubts] == [DoubtKind.VALUE]
    session.slide("a", 300, 380)
    assert seen(session.wait(0.7)) == {1: (1, False), 3: (6, False)}


def test_an_unmoved_die_that_reads_otherwise_is_in_doubt(session: DrawnSession) -> None:
    session.reader.distort = lambda reading, _: replace(
        reading, dice=tuple(replace(d, value=6) if d.value == 5 else d for d in reading.dice)
    )
    session.slide("a", 300, 340)
    scene = session.wait(0.5)
    assert seen(scene)[2][1] is False
    assert [doubt.kind for doubt in scene.doubts] == [DoubtKind.VALUE]
