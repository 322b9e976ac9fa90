"""Two sets of dice told apart by the colour of their bodies."""

import pytest

from vision.watching.dice_sets import Colour, apart, one_set, split_in_two, which_set

RED: list[Colour] = [(36, 32, 170), (40, 38, 190), (30, 26, 140), (45, 40, 200)]
BLUE: list[Colour] = [(150, 70, 30), (170, 80, 36), (120, 55, 22), (180, 90, 45)]
IVORY: list[Colour] = [(150, 185, 200), (160, 196, 210), (140, 175, 190), (165, 200, 215)]
WHITE: list[Colour] = [(185, 195, 198), (195, 205, 206), (175, 186, 190), (200, 208, 210)]


def test_red_and_blue_are_apart_and_ivory_and_white_are_not() -> None:
    assert apart(RED, BLUE)
    assert not apart(IVORY, WHITE)


@pytest.mark.parametrize("shade", [0.6, 1.0, 1.3])
def test_a_die_is_told_in_any_light_that_falls_on_part_of_the_tray(shade: float) -> None:
    for seat, colours in enumerate((RED, BLUE)):
        for b, g, r in colours:
            lit = (min(int(b * shade), 255), min(int(g * shade), 255), min(int(r * shade), 255))
            assert which_set(lit, (RED, BLUE)) == seat


def test_what_lies_between_is_nobodys() -> None:
    assert which_set((95, 55, 100), (RED, BLUE)) is None


def test_eight_dice_fall_into_halves_the_redder_first() -> None:
    assert split_in_two([*BLUE, *RED]) == (frozenset({4, 5, 6, 7}), frozenset({0, 1, 2, 3}))
    assert split_in_two([*BLUE, *RED[:3]]) is None
    assert split_in_two([*IVORY, *WHITE]) is None


def test_one_set_is_of_one_colour() -> None:
    assert one_set(RED)
    assert not one_set([*RED, BLUE[0]])


def test_a_die_belongs_to_a_set_at_less_than_half_the_distance_to_the_other() -> None:
    black, white = [(0, 0, 0)], [(255, 255, 255)]
    assert which_set((60, 60, 60), (black, white)) == 0  # at a quarter of the lightness
    assert which_set((180, 180, 180), (black, white)) == 1
    for level in (100, 145):
        assert which_set((level, level, level), (black, white)) is None


def test_two_dice_are_split_and_one_is_not() -> None:
    assert split_in_two([RED[0], BLUE[0]]) == (frozenset({0}), frozenset({1}))
    assert split_in_two([BLUE[0], RED[0]]) == (frozenset({1}), frozenset({0}))
    assert split_in_two([RED[0]]) is None
    assert split_in_two([]) is None


def test_a_die_that_lies_between_belongs_to_neither_half() -> None:
    assert split_in_two([*RED, *BLUE[:3], (95, 55, 100)]) is None
