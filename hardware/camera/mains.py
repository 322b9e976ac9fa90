"""The mains frequency: lamps dim twice in each period, and exposures of whole half periods show no bands of that."""

from enum import StrEnum


class Mains(StrEnum):
    """The mains that a camera exposes for."""

    AUTO = "auto"
    """The camera's own guess first, then what its pictures show (`kiosk/pipeline/camera_monitor.py`)."""
    HZ_50 = "50"
    HZ_60 = "60"


HALF_PERIOD_US = {Mains.HZ_50: 10_000, Mains.HZ_60: 8_333}
"""From one maximum of a lamp's light to the next, microseconds."""


def whole_periods(exposure: float, gain: float, period: float) -> tuple[float, float] | None:
    """The nearest exposure of whole periods, and the gain that makes it as bright as this one.

    A gain is at least 1: None where the light is too bright even for one period.
    """
    # At most as many periods as leave a gain of 1.
    periods = min(round(exposure / period), int(exposure * gain / period))
    periods = max(periods, 1)
    gain = exposure * gain / (periods * period)
    return (periods * period, gain) if gain >= 1 else None
