"""Which of the old dice a new one is: what counts as unmoved, pushed, tumbled, and what as another die."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from drawn_table import Drawn, Table, TruthReader

from vision.types import Die, Image, Reading
from vision.watching.association import Moment, Resting, alike, associate, unread
from vision.watching.patch_tracker import Follower, follow
from vision.watching.thumbnail import shrink

EDGE_PX = 56.0


class Cloth:
    """A die drawn on cloth of its own colour: nothing but its pips shows that it moved."""

    def __init__(self) -> None:
        self.table = Table(grain=1.0, edge=EDGE_PX)
        self.table._felt = np.full_like(self.table._felt, 215)

    def shows(self, die: Drawn) -> Image:
        self.table.dice["it"] = die
        return self.table.frame().image

    def read(self) -> Die:
        (die,) = TruthReader(self.table).read(self.table.picture()).dice
        return die


@pytest.mark.parametrize("turn", [0.0, 50.0])
@pytest.mark.parametrize(("shift", "unmoved"), [(0.0, True), (0.02, True), (0.08, False), (0.1, False), (0.15, False)])
def test_a_die_that_shifts_by_more_than_a_25th_of_its_edge_has_moved(shift: float, unmoved: bool, turn: float) -> None:
    cloth = Cloth()
    before = cloth.shows(Drawn(5, 600, 420, turn))
    old = Resting(1, cloth.read(), before)
    assert alike(cloth.shows(Drawn(5, 600 + shift * EDGE_PX, 420, turn)), old) == unmoved


# --- one rest after another, with a moment in between ----------------------------------------------------------------


class Rests:
    """What lay there, what moved, and what lies there in the end; all in a picture 640 wide."""

    def __init__(self, **dice: Drawn) -> None:
        self.table = Table()
        self.table.dice = dict(dice)
        self.reader = TruthReader(self.table)
        image = self.table.frame().image
        small = shrink(image)
        read = self.reader.read(image).dice
        self.old = {number: Resting(number, die, image) for number, die in enumerate(read, 1)}
        self.followers = {
            number: Follower(small.grey, small.scale, die, self.table.time) for number, die in enumerate(read, 1)
        }
        self.moments: list[Moment] = []

    def shows(self, **dice: Drawn) -> None:
        """A moving picture, in which the old dice are followed."""
        self.table.dice = dict(dice)
        small = shrink(self.table.frame().image)
        follow([*self.followers.values()], small.grey, self.table.time)
        places = {track: follower.at for track, follower in self.followers.items() if follower.seen == self.table.time}
        self.moments.append(Moment(small.grey, self.table.time, places))

    def unseen(self, seconds: float) -> None:
        self.table.time += seconds

    def settles(self, **dice: Drawn) -> list[tuple[int, int, bool, bool]]:
        """The track, the value, whether it is unmoved, whether it was thrown, of all that are recognised."""
        self.table.dice = dict(dice)
        frame = self.table.frame()
        self.new, self.image = self.reader.read(frame.image).dice, frame.image
        self.found = associate(self.old, self.followers, self.new, frame, shrink(frame.image), moments=self.moments)
        return sorted((old.track, self.new[old.new].value, old.unmoved, old.thrown) for old in self.found)


LEFT, RIGHT = Drawn(2, 400, 400, 10), Drawn(5, 700, 300, 40)


def test_what_lies_as_it_lay_is_unmoved() -> None:
    rests = Rests(left=LEFT, right=RIGHT)
    assert rests.settles(left=LEFT, right=RIGHT) == [(1, 2, True, False), (2, 5, True, False)]


def test_what_was_met_on_its_way_was_pushed() -> None:
    rests = Rests(left=LEFT, right=RIGHT)
    for step in range(1, 6):
        rests.shows(left=replace(LEFT, x=400 + 12 * step), right=RIGHT)
    assert rests.settles(left=replace(LEFT, x=472), right=RIGHT) == [(1, 2, False, False), (2, 5, True, False)]


def test_what_was_met_and_shows_another_value_tumbled() -> None:
    rests = Rests(left=LEFT)
    rests.shows(left=replace(LEFT, x=420))
    assert rests.settles(left=Drawn(6, 440, 400, 10)) == [(1, 6, False, True)]


def test_what_appears_elsewhere_is_new() -> None:
    rests = Rests(left=LEFT, right=RIGHT)
    assert rests.settles(left=replace(LEFT, x=900, y=600), right=RIGHT) == [(2, 5, True, False)]


@pytest.mark.parametrize(
    ("seconds", "edges", "known"),
    [
        *((0.0, 0.9, True), (0.0, 1.2, False), (0.4, 12.0, True), (0.4, 14.0, False)),
        *((0.55, 2.7, True), (0.55, 3.2, False), (0.65, 1.2, False)),
    ],
)
def test_what_lies_still_again_soon_and_near_was_slid(seconds: float, edges: float, *, known: bool) -> None:
    """Thirty edges a second from rest to rest up to 0.45 s, five up to 0.62 s."""
    rests = Rests(left=replace(LEFT, x=150))
    rests.unseen(seconds)
    there = replace(LEFT, x=150 + edges * rests.table.edge)
    assert rests.settles(left=there) == ([(1, 2, False, False)] if known else [])


def test_what_lies_still_so_soon_was_slid_only_where_it_can_be_no_other() -> None:
    for also in ({}, {"other": replace(LEFT, value=5, y=300)}):
        rests = Rests(left=LEFT)
        rests.unseen(0.55)
        assert rests.settles(left=replace(LEFT, x=460), **also) == ([] if also else [(1, 2, False, False)])
    rests = Rests(left=LEFT, right=replace(LEFT, y=500))
    rests.unseen(0.55)
    assert rests.settles(one=replace(LEFT, x=460, y=450)) == []


def test_of_two_dice_that_were_met_where_an_old_one_was_the_one_met_last_is_it() -> None:
    rests = Rests(left=LEFT)
    thrown, hit = replace(LEFT, x=520), replace(LEFT, value=6, x=700)
    rests.shows(thrown=thrown, hit=hit)
    seen = rests.moments.pop()
    for there in (thrown, hit):  # the thrown one rolled over the old one, before that came to its end
        rests.moments.append(replace(seen, time=rests.table.time, places={1: (there.x / 4, there.y / 4)}))
        rests.unseen(0.03)
    assert rests.settles(thrown=thrown, hit=hit) == [(1, 6, False, True)], "it tumbled; the other, though alike, is new"


def test_two_dice_seen_at_once_are_two_though_the_one_lies_near_where_the_other_went() -> None:
    rests = Rests(left=LEFT)
    coming = Drawn(2, 480, 480, 10)
    rests.shows(left=LEFT, other=replace(coming, x=560))
    rests.shows(left=LEFT, other=coming)
    rests.unseen(0.1)
    assert rests.settles(other=coming) == []


@pytest.mark.parametrize(("factor", "same"), [(1.5, True), (1.7, False), (0.7, True), (0.6, False)])
def test_what_is_read_in_quite_another_size_is_another_die(factor: float, *, same: bool) -> None:
    rests = Rests(left=LEFT)
    rests.reader.distort = lambda reading, _: replace(
        reading, dice=tuple(replace(die, size=die.size * factor) for die in reading.dice)
    )
    assert bool(rests.settles(left=LEFT)) == same


def test_a_die_that_earlier_rests_showed_is_known_again_where_it_lay() -> None:
    rests = Rests(left=LEFT, right=RIGHT)
    del rests.followers[2]
    assert rests.settles(left=LEFT, right=RIGHT) == [(1, 2, True, False), (2, 5, True, False)]
    assert rests.settles(left=LEFT, right=replace(RIGHT, x=706)) == [(1, 2, True, False)]


def pushed_aside(pixels: float, reading: Reading, _: object) -> Reading:
    dice = (replace(die, centre=(die.centre[0] + pixels, die.centre[1])) for die in reading.dice)
    return replace(reading, dice=tuple(dice))


def test_only_the_die_nearest_to_a_place_within_a_third_of_an_edge_may_be_unmoved() -> None:
    rests = Rests(left=LEFT)
    for away, unmoved in ((0.0, True), (0.3, True), (0.4, False)):
        aside = away * rests.table.edge * rests.table.scale
        rests.reader.distort = partial(pushed_aside, aside)
        assert any(known[2] for known in rests.settles(left=LEFT)) == unmoved


def test_a_die_that_lies_there_though_neither_it_nor_another_was_read_there_is_unread() -> None:
    rests = Rests(left=LEFT, right=RIGHT)
    right = rests.old[2]
    rests.reader.distort = lambda reading, _: replace(reading, dice=tuple(d for d in reading.dice if d.value == 2))
    rests.settles(left=LEFT, right=RIGHT)
    assert unread(rests.old, rests.new, rests.image) == [right]
    for away, missed in ((0.9, []), (1.1, [right])):
        other = replace(right.die, centre=(right.die.centre[0] + away * right.die.size, right.die.centre[1]))
        assert unread({2: right}, [other], rests.image) == missed
    rests.settles(left=LEFT)
    assert unread(rests.old, rests.new, rests.image) == []


def test_a_picture_of_another_size_or_a_die_beyond_its_edge_is_not_alike() -> None:
    rests = Rests(left=LEFT)
    resting = rests.old[1]
    assert alike(resting.image, resting)
    assert not alike(resting.image[:-1], resting)
    for centre in ((-1.0, 50.0), (640.0, 50.0), (50.0, -1.0), (50.0, 360.0)):
        assert not alike(resting.image, replace(resting, die=replace(resting.die, centre=centre)))
