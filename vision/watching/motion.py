"""How long the picture has been the same: how the watcher tells rest from motion."""

from __future__ import annotations

import cv2
import numpy as np

from vision.watching.light import LIGHT_PX, Reference
from vision.watching.thumbnail import Small, coarse, flat, median

NOISE_RISE_LEVELS_PER_S, NOISE_FALL_LEVELS_PER_S, NOISE_MOST_LEVELS = 1.0, 10.0, 8.0
"""Noise is believed to grow by a level a second at most: a hand over half of the picture looks like noise for a second.
It is believed to fall by 10 a second, and to be 8 at most."""
_NOISE_ROWS = 5
"""Noise is measured on every fifth row: it is alike in all of them."""
DRIFT_S = 2.0
"""The picture that others are compared with follows a still one within some 2 s, so that slow light is no motion."""
_SLOW_PICTURES = 3
"""Noise and slow light are measured on every third picture."""


class Stillness:
    """How long the picture has been the same, by comparison with the first picture that looked like it.

    Comparing with that one rather than with the frame before makes slow motion add up.
    """

    def __init__(self) -> None:
        self.noise = 1.0
        self._since = 0.0
        self._anchor: Reference | None = None
        self._last: Small | None = None
        self._measured = 0.0
        """Time of the picture on which noise and slow light were measured last."""
        self._pictures = 0

    def forget(self) -> None:
        """Begin anew, as after a gap."""
        self._anchor = None

    def still_for(self, small: Small, time: float) -> float:
        """For how many seconds nothing has changed by this picture; 0 if something just did."""
        if self._anchor is None or self._last is None or self._last.grey.shape != small.grey.shape:
            self._anchor, self._last = Reference(small.colours), small
            self._since = self._measured = time
            return 0.0
        self._pictures += 1
        slow_s = 0.0
        if self._pictures % _SLOW_PICTURES == 0:
            slow_s, self._measured = time - self._measured, time
            self._measure_noise(small, slow_s)
        if self._anchor.differing(small, self.noise).any():
            self._anchor, self._since = Reference(small.colours), time
        elif slow_s > 0.0:
            self._anchor.drift(small, min(1.0, slow_s / DRIFT_S))
        self._last = small
        return time - self._since

    def _measure_noise(self, small: Small, passed: float) -> None:
        assert self._last is not None
        now, before = (flat(picture.colours[:, ::_NOISE_ROWS]) for picture in (small, self._last))
        difference = cv2.subtract(now, before, dtype=cv2.CV_32F)
        light = cv2.blur(difference, (LIGHT_PX, 1))
        grain = np.asarray(cv2.absdiff(difference, light), np.float32)
        step = float(median(coarse(grain.reshape(3, -1, now.shape[1])).max(axis=0))) - self.noise
        step = min(max(step, -NOISE_FALL_LEVELS_PER_S * passed), NOISE_RISE_LEVELS_PER_S * passed)
        self.noise = min(self.noise + step, NOISE_MOST_LEVELS)
