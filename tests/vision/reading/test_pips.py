"""Geometry alone: a face's colours say its value, whatever they are, at any turn and spacing."""

import cv2
import numpy as np
import pytest
from drawn_face import BLACK, CRIMSON, DARK, HALF_EDGE_PX, IVORY, SILVER, Colour, face, pip_on
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.reading import pips
from vision.reading.crops import SIDE_PX
from vision.types import Image

colours = st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))


def fit(cut: Image) -> NDArray[np.float32]:
    return fitted(cut).shares


def fitted(cut: Image) -> pips.FittedFace:
    return pips.fit([cut])[0]


@given(st.integers(1, 6), colours, colours, st.floats(0.42, 0.6), st.integers(0, 3))
def test_any_two_colours_are_read_at_every_turn_and_spacing(
    value: int, pip: Colour, body: Colour, spacing: float, turns: int
) -> None:
    assume(np.abs(np.subtract(pip, body)).max() > 40)
    shares = fit(np.ascontiguousarray(np.rot90(face(value, pip, body, spacing), turns)))
    assert shares.argmax() + 1 == value
    assert shares.max() > 0.9
    assert shares.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("value", range(1, 7))
def test_silver_swirls_across_crimson_pips_on_black_change_nothing(value: int) -> None:
    cut = face(value, CRIMSON, BLACK)
    for start, stop in (((20, 16), (44, 40)), ((40, 18), (26, 50))):
        cv2.line(cut, start, stop, SILVER, 2, cv2.LINE_AA)
    assert fit(cut).argmax() + 1 == value


@pytest.mark.parametrize("value", range(1, 7))
def test_light_from_one_side_changes_nothing(value: int) -> None:
    light = np.linspace(0.4, 1.1, SIDE_PX)[None, :, None]
    assert fit((face(value) * light).clip(0, 255).astype(np.uint8)).argmax() + 1 == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_found_a_little_aside_is_read(value: int) -> None:
    assert fit(np.roll(face(value), (2, -2), (0, 1))).argmax() + 1 == value


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("axis", [0, 1])
def test_a_face_found_aside_is_explained_as_well_when_it_is_mirrored(value: int, axis: int) -> None:
    cut = np.roll(face(value), (2, 3), (0, 1))
    mirrored = np.ascontiguousarray(np.flip(cut, axis))
    np.testing.assert_allclose(fitted(mirrored).explained, fitted(cut).explained, atol=1e-4)


@pytest.mark.parametrize("value", range(1, 7))
def test_what_is_explained_does_not_depend_on_which_colours_differ(value: int) -> None:
    grey, tinted = face(value, (60, 60, 60), (160, 160, 160)), face(value, (60, 90, 160), (160, 90, 60))
    np.testing.assert_allclose(fitted(tinted).explained[value - 1], fitted(grey).explained[value - 1], atol=0.02)


def test_a_six_with_a_pip_lost_to_glare_is_still_more_a_six_than_a_five() -> None:
    cut = face(6)
    pip_on(cut, 0.5, 0.5, IVORY)
    assert fit(cut).argmax() + 1 == 6


@pytest.mark.parametrize("narrow", [0.65, 0.75, 0.85])
def test_a_six_may_have_its_rows_close_together(narrow: float) -> None:
    assert fit(face(6, spacing=0.56, narrow=narrow)).argmax() + 1 == 6


def test_a_face_without_pips_says_next_to_nothing() -> None:
    grain = np.random.default_rng(1).normal(120, 4, (SIDE_PX, SIDE_PX, 3)).astype(np.uint8)
    assert fitted(grain).explained.max() < 0.2
    assert fit(grain).max() < 0.3


@pytest.mark.parametrize("value", range(1, 7))
def test_inked_pips_stand_out_more_than_the_streak_of_a_lamp(value: int) -> None:
    blue, red = (150, 60, 20), (50, 50, 120)
    plain, lit = face(value, red, blue), face(value, red, blue)
    cv2.line(lit, (20, 14), (50, 22), (255, 255, 255), 2, cv2.LINE_AA)
    pips = np.abs(plain.astype(int) - blue).max(2) > 40
    streak = np.abs(lit.astype(int) - plain).max(2) > 40
    seen = fitted(lit).inked().astype(float)
    body = np.median(seen[12:52, 12:52])
    assert seen[pips & ~streak].mean() > body + 60
    assert abs(seen[streak & ~pips].mean() - body) < (seen[pips & ~streak].mean() - body) / 2


def test_inked_a_face_of_one_colour_is_of_one_grey() -> None:
    for body in (IVORY, BLACK, CRIMSON):
        seen = fitted(np.full((SIDE_PX, SIDE_PX, 3), body, np.uint8)).inked()
        assert seen.shape == (SIDE_PX, SIDE_PX)
        assert (seen == 118).all()


@pytest.mark.parametrize(("across", "down"), [(0.0, 0.0), (0.09, -0.18), (-0.18, 0.09)])
@pytest.mark.parametrize("value", range(1, 7))
def test_pips_are_placed_where_they_are(value: int, across: float, down: float) -> None:
    for turned in (face(value), np.ascontiguousarray(face(value)[::-1]), np.ascontiguousarray(np.rot90(face(value)))):
        moved = np.array([(1, 0, across), (0, 1, down)]) * (1, 1, HALF_EDGE_PX)
        cut = cv2.warpAffine(turned, moved, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
        pips = fitted(cut).placed(value)
        x, y = np.rint(pips.middles).astype(int).T
        on_pips = cut[y, x].astype(int).mean(1)
        assert len(on_pips) == value
        assert (on_pips < np.add(DARK, IVORY).mean() / 2).all()
        assert 0.1 * HALF_EDGE_PX < pips.radius < 0.4 * HALF_EDGE_PX
