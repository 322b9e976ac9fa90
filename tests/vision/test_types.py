"""A wrong number of dice is a doubt, and becomes one in one place."""

import pytest

from vision.types import Doubt, DoubtKind, count_doubts


@pytest.mark.parametrize(("found", "expected"), [(0, 0), (5, 5), (0, None), (5, None)])
def test_the_expected_number_is_no_doubt_nor_is_any_if_nobody_knows(found: int, expected: int | None) -> None:
    assert count_doubts(found, expected) == ()


@pytest.mark.parametrize(("found", "expected"), [(4, 5), (6, 5), (0, 1), (1, 0)])
def test_any_other_number_is_one(found: int, expected: int) -> None:
    assert count_doubts(found, expected) == (Doubt(DoubtKind.COUNT),)
