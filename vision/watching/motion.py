"""How long the picture has been the same: how the watcher tells rest from motion."""

import cv2
import numpy as np

from vision.watching.light import LIGHT_PX, Reference
from vision.watching.thumbnail import Small, coarse, flat, median

NOISE_RISE_LEVELS_PER_S, NOISE_FALL_LEVELS_PER_S, NOISE_MOST_LEVELS = 1.0, 10.0, 8.0
"""The noise believed in grows by at most 1 grey level a second, as a hand over half of the picture looks like noise for
a second; it falls by at most 10 a second, and never exceeds 8."""
_NOISE_ROWS = 5
"""Noise is measured on every 5th row, to save time: it is alike in all of them."""
DRIFT_S = 2.0
"""The picture that others are compared with takes over the present one within some 2 s, so that light that changes
slowly is no motion."""
_MEASURED_EVERY = 3
"""Noise and slow light are measured on every 3rd picture, to save time."""


class Stillness:
    """How long the picture has been the same, by comparison with the first picture that looked like it.

    Comparing with that one rather than with the frame before makes slow motion add up.
    """

    def __init__(self) -> None:
        self.noise = 1.0
        self._since = 0.0
        self._anchor: Reference | None = None
        """The picture that others are compared with: the first since something moved."""
        self._last: Small | None = None
        self._measured = 0.0
        """Time of the picture on which noise and slow light were measured last."""
        self._pictures = 0

    def forget(self) -> None:
        """Begin anew, as after a gap."""
        self._anchor = None

    def still_for(self, small: Small, time: float) -> float:
        """For how many seconds nothing had changed when this picture was taken; 0 if something has changed in it."""
        if self._anchor is None or self._last is None or self._last.grey.shape != small.grey.shape:
            self._anchor, self._last = Reference(small.colours), small
            self._since = self._measured = time
            return 0.0
        self._pictures += 1
        slow_s = 0.0
        if self._pictures % _MEASURED_EVERY == 0:
            slow_s, self._measured = time - self._measured, time
            self._measure_noise(small, slow_s)
        if self._anchor.differing(small, self.noise).any():
            self._anchor, self._since = Reference(small.colours), time
        elif slow_s > 0.0:
            self._anchor.drift(small, min(1.0, slow_s / DRIFT_S))
        self._last = small
        return time - self._since

    def _measure_noise(self, small: Small, passed: float) -> None:
        # What a blur along the row takes out of the difference is light; what is left is noise. The median over the
        # cells leaves out whatever moves, as long as it covers less than half of the picture.
        assert self._last is not None
        now, before = (flat(picture.colours[:, ::_NOISE_ROWS]) for picture in (small, self._last))
        difference = cv2.subtract(now, before, dtype=cv2.CV_32F)
        light = cv2.blur(difference, (LIGHT_PX, 1))
        grain = np.asarray(cv2.absdiff(difference, light), np.float32)
        step = float(median(coarse(grain.reshape(3, -1, now.shape[1])).max(axis=0))) - self.noise
        step = min(max(step, -NOISE_FALL_LEVELS_PER_S * passed), NOISE_RISE_LEVELS_PER_S * passed)
        self.noise = min(self.noise + step, NOISE_MOST_LEVELS)
