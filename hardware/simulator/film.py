"""Keeps the picture of the tray and draws only what changed: most dice lie still in most pictures."""

from collections.abc import Mapping, Sequence

import numpy as np

from hardware.simulator.dice import DieModel, Span, Sprite
from hardware.simulator.lens import Image, Lens, Sensor, Vector
from hardware.simulator.looks import DiceLook
from hardware.simulator.physics import Pose
from hardware.simulator.surface import tray

_SAME_MM = 0.01
"""A die whose middle and axes (10 mm from it) moved by less than 0.01 mm is not drawn again."""


class Film:
    """The tray with its dice as the sensor sees it, without hand and grain.

    Attributes:
        canvas: grey levels, `PEDESTAL` too dark (the grain is added later); changes with every `expose`.
    """

    def __init__(self, look: DiceLook, dice: int, lens: Lens, sensor: Sensor, rng: np.random.Generator) -> None:
        self._lens, self._sensor = lens, sensor
        self._empty = tray(look.surface, look.light, lens)
        self._models = [DieModel(look.dice[die % len(look.dice)], look.light, lens, rng) for die in range(dice)]
        self._sprites: dict[int, Sprite] = {}
        self._drawn: dict[int, Vector] = {}
        self.canvas: Image = sensor.develop(self._empty)

    def expose(self, exposures: Mapping[int, Sequence[Pose]]) -> None:
        """Draw the dice that are on the table, each with its poses during the exposure."""
        stale: list[Span] = []
        for die in self._sprites.keys() - exposures.keys():
            stale += _spans(self._sprites.pop(die))
            self._drawn.pop(die)
        for die, poses in exposures.items():
            # Position and rotation at both ends of the exposure: they tell whether the die looks as it did.
            ends = [np.concatenate([pose.position, pose.rotation.ravel() * 10]) for pose in (poses[0], poses[-1])]
            key = np.concatenate(ends)
            if die in self._drawn and np.abs(self._drawn[die] - key).max() < _SAME_MM:
                continue
            if die in self._sprites:
                stale += _spans(self._sprites.pop(die))
            self._drawn[die] = key
            sprite = self._models[die].draw(poses)
            if sprite is not None:
                self._sprites[die] = sprite
                stale += _spans(sprite)
        for span in _merged(stale):
            self._renew(span)

    def _renew(self, span: Span) -> None:
        # All dice there, not only the changed one: they overlap and throw shadows on one another's place.
        left, top, right, bottom = span
        light = self._empty[top:bottom, left:right].copy()
        for sprite in self._sprites.values():
            if (parts := _overlap(span, sprite.shadow_span)) is not None:
                light[parts[0]] *= sprite.shadow[parts[1]]
        for sprite in sorted(self._sprites.values(), key=lambda sprite: sprite.height):
            if (parts := _overlap(span, sprite.span)) is not None:
                body = sprite.body[parts[1]]
                light[parts[0]] *= 1 - body[..., 3:]
                light[parts[0]] += body[..., :3]
        self.canvas[top:bottom, left:right] = self._sensor.develop(light)


def _spans(sprite: Sprite) -> list[Span]:
    a, b = sprite.span, sprite.shadow_span
    return [(min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))]


def _merged(spans: list[Span]) -> list[Span]:
    """The same area with overlapping spans joined."""
    merged: list[Span] = []
    for span in spans:
        joined = span
        while touching := [other for other in merged if _overlap(joined, other) is not None]:
            for other in touching:
                merged.remove(other)
                joined = (
                    min(joined[0], other[0]),
                    min(joined[1], other[1]),
                    max(joined[2], other[2]),
                    max(joined[3], other[3]),
                )
        merged.append(joined)
    return merged


Part = tuple[slice, slice]


def _overlap(a: Span, b: Span) -> tuple[Part, Part] | None:
    """Rows and columns of the common part, within `a` and within `b`."""
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    if left >= right or top >= bottom:
        return None

    def within(span: Span) -> Part:
        return slice(top - span[1], bottom - span[1]), slice(left - span[0], right - span[0])

    return within(a), within(b)
