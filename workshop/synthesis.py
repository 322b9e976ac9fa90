"""Makes the table's sounds out of sines and noise: `python -m workshop.synthesis` writes assets/sounds anew.

Clay, wood and a small marimba: warm, short, nothing above 4 kHz, so that a bar full of talk still likes them.
"""

import sys
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiosk.screen.sound import RATE_HZ

Samples = NDArray[np.float64]
LOUDNESS_DB = {"token": -24.0, "keep": -22.0, "turn": -20.0, "worst": -16.0, "last": -15.0, "best": -14.0}
"""Loudest 50 ms (RMS, of full scale): what is heard most often is the quietest, and 421 stands out in a full bar."""
LOUDEST_S = 0.05
RELEASE_S = 0.04
"""In which a sound fades away at its end: one that is cut off clicks."""
A4_HZ = 440.0
SEED = 421


def _time(seconds: float) -> Samples:
    return np.arange(round(seconds * RATE_HZ)) / RATE_HZ


def _struck(seconds: float, hertz: float, partials: tuple[tuple[float, float, float], ...]) -> Samples:
    """Something struck: partials as (times the note, loudness, seconds until it has died to a third)."""
    time = _time(seconds)
    sound = np.zeros_like(time)
    for times, loud, decay in partials:
        sound += loud * np.sin(2 * np.pi * hertz * times * time) * np.exp(-time / decay)
    return sound * np.minimum(1, time / 0.002) * np.minimum(1, (seconds - time) / RELEASE_S)


def _noise(seconds: float, decay: float, hertz: float) -> Samples:
    """A short rustle, its highs taken off by a running mean."""
    time = _time(seconds)
    rough = np.random.default_rng(SEED).normal(0, 1, len(time)) * np.exp(-time / decay) * np.minimum(1, time / 0.001)
    width = max(1, round(RATE_HZ / hertz / 2))
    return np.convolve(rough, np.ones(width) / width, mode="same")


def _note(steps: int) -> float:
    """Half tones from A4, in hertz."""
    return float(A4_HZ * 2 ** (steps / 12))


def _marimba(seconds: float, hertz: float) -> Samples:
    return _struck(seconds, hertz, ((1, 1.0, 0.28), (3.93, 0.22, 0.07), (9.2, 0.05, 0.02)))


def _laid(*parts: tuple[float, Samples]) -> Samples:
    """Parts over each other, each from its own second on."""
    whole = np.zeros(max(round(start * RATE_HZ) + len(part) for start, part in parts))
    for start, part in parts:
        first = round(start * RATE_HZ)
        whole[first : first + len(part)] += part
    return whole


def _wah(seconds: float, hertz: float, *, falls: float = 0.0) -> Samples:
    """A muted horn: odd and even partials that open and close; `falls` in half tones."""
    time = _time(seconds)
    pitch = hertz * 2 ** (-falls / 12 * (time / seconds) ** 2)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE_HZ
    mouth = np.sin(np.pi * np.minimum(1, time / seconds)) ** 0.7
    sound = sum((mouth ** (0.4 * n)) * np.sin(n * phase) / n**1.3 for n in range(1, 9))
    return np.asarray(sound * np.minimum(1, time / 0.03) * np.minimum(1, (seconds - time) / 0.08))


def sounds() -> dict[str, Samples]:
    """Every sound by its file's name, -1…1."""
    token = _struck(0.12, 1450, ((1, 1.0, 0.018), (1.62, 0.6, 0.012), (2.3, 0.25, 0.008)))
    keep = _struck(0.14, 330, ((1, 1.0, 0.03), (2.4, 0.4, 0.015)))
    turn = _laid((0.0, _marimba(0.5, _note(-7))), (0.13, _marimba(0.6, _note(-2))))
    rising = [_marimba(0.9, _note(step)) for step in (-7, -3, 0, 5, 9)]
    best = _laid(*((0.11 * number, part) for number, part in enumerate(rising)), (0.55, 0.8 * _marimba(0.9, _note(5))))
    worst = _laid((0.0, _wah(0.32, _note(-17))), (0.36, _wah(0.62, _note(-18), falls=1.5)))
    chord = [0.55 * _marimba(1.3, _note(step)) for step in (-19, -7, -3, 0, 5)]
    last = _laid((0.0, _marimba(0.4, _note(-2))), (0.16, _marimba(0.4, _note(-2))), *((0.34, part) for part in chord))
    return {
        "token": _laid((0.0, token), (0.0, 0.25 * _noise(0.03, 0.006, 4000))),
        "keep": _laid((0.0, keep), (0.0, 0.3 * _noise(0.02, 0.004, 3000))),
        "turn": turn,
        "best": best,
        "worst": worst,
        "last": last,
    }


def loudness(samples: Samples) -> float:
    """The loudest moment, RMS over `LOUDEST_S`, of full scale."""
    size = min(len(samples), round(LOUDEST_S * RATE_HZ))
    return float(np.sqrt(np.convolve(samples**2, np.ones(size) / size, mode="valid").max()))


def write(folder: Path) -> None:
    """Write them as WAV files, 16 bit, one channel, as loud as `LOUDNESS_DB` says."""
    for name, samples in sounds().items():
        level = samples * (10 ** (LOUDNESS_DB[name] / 20) / loudness(samples))
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE_HZ)
            file.writeframes((level * 32767).astype("<i2").tobytes())


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "assets/sounds"))
