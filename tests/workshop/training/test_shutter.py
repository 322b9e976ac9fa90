"""What a shutter sees of a die in motion."""

from __future__ import annotations

import numpy as np
import pytest

from workshop.training.shutter import Motion, exposed, random_motion
from workshop.training.sprites import Array

EDGE = 20.0


def test_dice_in_motion_slide_or_spin_too_far_to_be_read() -> None:
    rng = np.random.default_rng(2)
    motions = [random_motion(rng, EDGE) for _ in range(300)]
    slid = np.array([np.linalg.norm(motion.slide) / EDGE for motion in motions])
    spun = np.abs([motion.spin for motion in motions])
    assert ((slid > 0.4) | (spun > 0.7)).all()
    assert slid.max() < 1.3
    for alone in ((slid < 0.3), (spun < 0.4)):
        assert 60 < alone.sum() < 140


def test_what_is_seen_is_the_mean_of_all_moments_and_lies_where_the_die_is_halfway() -> None:
    moments: list[float] = []

    def laid(aside: Array, further: float, moment: float) -> Array:
        moments.append(moment)
        assert further == pytest.approx(2.0 * (moment - 0.5))
        made = np.zeros((3, 64), np.float32)
        made[:, 32 + round(float(aside[0]))] = 1
        return made

    seen = exposed(Motion(np.array((24.0, 0.0), np.float32), 2.0), EDGE, laid)
    assert len(moments) > 10
    assert (moments[0], moments[-1]) == (0, 1)
    assert seen.sum() == pytest.approx(3)
    assert (seen[0] * np.arange(64)).sum() == pytest.approx(32, abs=0.5)
    assert seen.max() < 0.3
