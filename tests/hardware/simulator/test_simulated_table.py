"""The simulated table as guests and the audit know it: hands that do as told, dice that lie where truth says."""

import cv2
import numpy as np
import pytest

from hardware.simulator import SimulatedTable
from hardware.simulator.lens import Image
from hardware.simulator.looks import look_for


def until_idle(table: SimulatedTable) -> list[Image]:
    pictures = [table.advance()]
    while not table.idle:
        pictures.append(table.advance())
        assert table.time < 60
    return pictures


def thrown_table(seed: int = 1, dice: int = 3, look: str = "felt", *, brisk: bool = True) -> SimulatedTable:
    table = SimulatedTable(seed, dice, look=look, brisk=brisk)
    table.throw(range(dice))
    until_idle(table)
    return table


def centres(table: SimulatedTable) -> dict[int, tuple[float, float]]:
    return {die.die: die.centre for die in table.truth()}


def values(table: SimulatedTable) -> dict[int, int | None]:
    return {die.die: die.value for die in table.truth()}


def difference(one: Image, other: Image) -> float:
    """Share of the picture that differs by more than grain can."""
    smooth = [cv2.GaussianBlur(image, (0, 0), 3).astype(np.float32) for image in (one, other)]
    return float((np.abs(smooth[0] - smooth[1]).max(axis=2) > 8).mean())


def pips_seen(picture: Image, centre: tuple[float, float]) -> int:
    """Dark spots on the top face of an ivory die, as anybody would count them; `centre` is the face's."""
    x, y = (round(part) for part in centre)
    reach = 22  # pixels: the pips of the sides are further out
    crop = cv2.resize(picture[y - reach : y + reach, x - reach : x + reach], None, fx=4, fy=4)
    dark = (crop.max(axis=2) < 110).astype(np.uint8)
    dark[np.hypot(*(np.indices(dark.shape) - 4 * reach)) > 4 * reach - 4] = 0
    count, _, spots, _ = cv2.connectedComponentsWithStats(dark)
    return sum(bool(spots[spot, cv2.CC_STAT_AREA] > 150) for spot in range(1, count))


def test_one_seed_is_one_evening() -> None:
    evenings = []
    for _ in range(2):
        table = SimulatedTable(11, 3, fps=8, brisk=True)
        table.throw([0, 1, 2])
        table.throw([1])
        evenings.append(until_idle(table))
    assert len(evenings[0]) == len(evenings[1])
    assert all(np.array_equal(*pair) for pair in zip(*evenings, strict=True))


@pytest.mark.parametrize("value", range(1, 7))
def test_the_face_that_truth_names_is_the_face_that_is_filmed(value: int) -> None:
    table = SimulatedTable(value, 1, look="felt", brisk=True)
    table.place(0, value)
    picture = until_idle(table)[-1]
    (die,) = table.truth()
    assert die.value == value
    assert die.thrown == 0
    assert pips_seen(picture, die.centre) == value


def test_dice_that_are_not_thrown_stay_as_they_are() -> None:
    table = thrown_table(5)
    was, shown = centres(table), values(table)
    table.throw([1])
    until_idle(table)
    now = {die.die: die for die in table.truth()}
    assert [now[die].thrown for die in range(3)] == [1, 2, 1]
    assert now[1].centre != was[1]
    for die in (0, 2):
        assert now[die].value == shown[die]
        assert now[die].centre == pytest.approx(was[die], abs=0.5)


def test_a_lifted_die_is_gone_from_truth_and_picture() -> None:
    table = thrown_table(6, look="cloth")
    x, y = centres(table)[1]
    table.lift([1])
    picture = until_idle(table)[-1]
    assert [die.die for die in table.truth()] == [0, 2]
    assert picture[int(y), int(x)].max() < 200  # blue cloth again, no white die


def test_a_push_slides_the_die_and_leaves_its_face_and_the_others_alone() -> None:
    table = thrown_table(8)
    was, shown = centres(table), values(table)
    x, y = was[0]
    by = (70.0 if x < 640 else -70.0, 30.0 if y < 360 else -30.0)
    table.push(0, by)
    until_idle(table)
    now = centres(table)
    assert now[0] == pytest.approx((x + by[0], y + by[1]), abs=4)
    assert values(table) == shown
    assert all(now[die] == pytest.approx(was[die], abs=0.5) for die in (1, 2))


def test_a_hand_covers_part_of_the_tray_and_leaves_it_as_it_was() -> None:
    table = thrown_table(9)
    before = table.advance()
    table.hover(0.5)
    pictures = until_idle(table)
    assert max(difference(before, picture) for picture in pictures) > 0.1
    assert difference(before, pictures[-1]) == 0
    assert difference(before, table.advance()) == 0


def test_a_cocked_die_has_no_value_until_it_is_thrown_again() -> None:
    table = thrown_table(12)
    table.cock(1)
    until_idle(table)
    assert values(table)[1] is None
    table.throw([1])
    until_idle(table)
    assert values(table)[1] in range(1, 7)


def test_a_dropped_die_is_off_the_tray_until_it_is_thrown_again() -> None:
    table = thrown_table(13)
    table.drop(2)
    until_idle(table)
    assert sorted(values(table)) == [0, 1]
    table.throw([2])
    until_idle(table)
    assert sorted(values(table)) == [0, 1, 2]


def test_a_table_that_the_seed_chooses_has_pips_on_all_faces() -> None:
    assert not any(die.emblems for seed in range(200) for die in look_for(seed).dice)
