"""The sounds are made by our own script: small, even, and as they are shipped."""

import wave
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from kiosk.screen.sound import RATE_HZ, Cue
from workshop.synthesis import LOUDNESS_DB, loudness, sounds, write


def test_every_cue_has_its_file_the_script_makes_it_and_none_clips_or_clicks(tmp_path: Path) -> None:
    write(tmp_path)
    assert {file.stem for file in tmp_path.iterdir()} == set(Cue) == set(sounds())
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 300_000
    shipped = files("assets").joinpath("sounds")
    for cue in Cue:
        made = tmp_path / f"{cue}.wav"
        assert made.stat().st_size == len(shipped.joinpath(f"{cue}.wav").read_bytes())
        with wave.open(str(made)) as file:
            assert file.getframerate() == RATE_HZ
            assert file.getnframes() < 2.5 * RATE_HZ, "a bar has no time"
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
        assert loudness(samples) == pytest.approx(10 ** (LOUDNESS_DB[cue] / 20), rel=0.02)
        assert np.abs(samples).max() < 0.6, "tokens overlap"
        assert abs(samples[0]) < 0.002
        assert np.abs(samples[-RATE_HZ // 500 :]).max() < 0.002, "it has died away before it ends"


def test_what_is_heard_most_is_the_quietest_and_421_the_loudest() -> None:
    assert min(Cue, key=LOUDNESS_DB.__getitem__) is Cue.TOKEN
    assert max(Cue, key=LOUDNESS_DB.__getitem__) is Cue.BEST
