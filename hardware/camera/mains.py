"""The mains that lamps dim with: an exposure of whole half periods sees as much light in each row, and no bands."""

from __future__ import annotations

from enum import StrEnum


class Mains(StrEnum):
    """What a camera exposes for."""

    AUTO = "auto"
    """Whatever suits: the camera's own judgement, and then what its pictures show."""
    HZ_50 = "50"
    HZ_60 = "60"


HALF_PERIOD_US = {Mains.HZ_50: 10_000, Mains.HZ_60: 8_333}
"""How long a lamp takes from bright to bright, microseconds."""


def whole_periods(exposure: float, gain: float, period: float) -> tuple[float, float] | None:
    """An exposure of whole periods, as near as can be, and the gain that makes it as bright as this one.

    A gain is at least 1: None where the light is too bright even for one period.
    """
    periods = min(round(exposure / period), int(exposure * gain / period))
    periods = max(periods, 1)
    gain = exposure * gain / (periods * period)
    return (periods * period, gain) if gain >= 1 else None
