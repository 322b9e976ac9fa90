"""How long the picture has been the same: how the watcher tells rest from motion."""

from __future__ import annotations

import cv2
import numpy as np

from vision.watching.light import LIGHT_PX, Reference
from vision.watching.small import Small, coarse, flat, median

NOISE_RISE_LEVELS_PER_S, NOISE_FALL_LEVELS_PER_S, NOISE_MOST_LEVELS = 1.0, 10.0, 8.0
"""The noise is believed to grow only slowly: a hand that moves over half the picture looks like noise for a second."""
_NOISE_ROWS, _NOISE_PICTURES = 4, 3
"""It is measured on every so many rows of every so many small pictures: noise is alike in all of them."""
DRIFT_S = 2.0
"""A still picture is followed with this time constant, so that slow light is no motion."""


class Stillness:
    """How long the picture has been the same, by comparison with the first picture that looked like it.

    Comparing with that one rather than with the frame before makes slow motion add up.
    """

    def __init__(self) -> None:
        self.noise = 1.0
        self._since = 0.0
        self._anchor: Reference | None = None
        self._last: Small | None = None
        self._time = self._measured = 0.0
        """When the newest picture was taken, and that which noise was measured on last."""
        self._pictures = 0

    def forget(self) -> None:
        """Begin anew, as after a gap."""
        self._anchor = None

    def see(self, small: Small, time: float) -> float:
        """For how many seconds nothing has changed; 0 if something just did."""
        if self._anchor is None or self._last is None or self._last.grey.shape != small.grey.shape:
            self._anchor, self._last = Reference(small.colours), small
            self._since = self._time = self._measured = time
            return 0.0
        passed = time - self._time
        self._pictures += 1
        if self._pictures % _NOISE_PICTURES == 0:
            self._measure_noise(small, time - self._measured)
            self._measured = time
        if self._anchor.differing(small, self.noise).any():
            self._anchor, self._since = Reference(small.colours), time
        else:
            self._anchor.drift(small, min(1.0, passed / DRIFT_S))
        self._last, self._time = small, time
        return time - self._since

    def _measure_noise(self, small: Small, passed: float) -> None:
        assert self._last is not None
        now, before = (flat(one.colours[:, ::_NOISE_ROWS]) for one in (small, self._last))
        difference = cv2.subtract(now, before, dtype=cv2.CV_32F)
        grain = np.asarray(np.abs(difference - cv2.blur(difference, (LIGHT_PX, 1))), np.float32)  # without its light
        step = float(median(coarse(grain.reshape(3, -1, now.shape[1])).max(axis=0))) - self.noise
        step = min(max(step, -NOISE_FALL_LEVELS_PER_S * passed), NOISE_RISE_LEVELS_PER_S * passed)
        self.noise = min(self.noise + step, NOISE_MOST_LEVELS)
