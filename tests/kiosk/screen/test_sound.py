"""Sounds: made by our own script, small, and nobody's trouble where there is no loudspeaker."""

from __future__ import annotations

import wave
from importlib.resources import files
from pathlib import Path

import numpy as np
import pygame
import pytest

from kiosk.screen.sound import Cue, Sounds
from kiosk.screen.synthesis import LOUDNESS_DB, RATE_HZ, loudness, sounds, write
from kiosk.view import Sound


def test_every_cue_has_its_file_and_the_script_makes_it(tmp_path: Path) -> None:
    write(tmp_path)
    assert {file.stem for file in tmp_path.iterdir()} == set(Cue) == set(sounds())
    shipped = files("assets").joinpath("sounds")
    for cue in Cue:
        made, there = (tmp_path / f"{cue}.wav").read_bytes(), shipped.joinpath(f"{cue}.wav").read_bytes()
        assert len(made) == len(there)
        with wave.open(str(tmp_path / f"{cue}.wav")) as file:
            assert file.getframerate() == RATE_HZ
            assert file.getnframes() < 2.5 * RATE_HZ, "a bar has no time"
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 300_000


def test_what_is_heard_most_is_the_quietest_and_421_the_loudest() -> None:
    levels = {cue: LOUDNESS_DB[cue] for cue in Cue}
    assert min(levels, key=lambda cue: levels[cue]) is Cue.TOKEN
    assert max(levels, key=lambda cue: levels[cue]) is Cue.BEST
    assert levels[Cue.BEST] - levels[Cue.TOKEN] >= 6


@pytest.mark.parametrize("cue", Cue)
def test_no_sound_clips_or_clicks(cue: Cue, tmp_path: Path) -> None:
    write(tmp_path)
    with wave.open(str(tmp_path / f"{cue}.wav")) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
    assert loudness(samples) == pytest.approx(10 ** (LOUDNESS_DB[cue] / 20), rel=0.02)
    assert np.abs(samples).max() < 0.6, "tokens overlap"
    assert abs(samples[0]) < 0.002
    assert np.abs(samples[-RATE_HZ // 500 :]).max() < 0.002, "it has died away before it ends"


def test_cues_are_played_on_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    played = Sounds()
    played.open()
    assert played._opening is not None
    played._opening.join()
    try:
        played.play(Cue.TOKEN, Sound.OFF)
        assert not pygame.mixer.get_busy()
        played.play(Cue.TOKEN, Sound.PARTY)
        assert pygame.mixer.get_busy()
    finally:
        played.close()


@pytest.mark.parametrize("driver", ["nonsense", None])
def test_without_a_device_nothing_is_heard_and_nothing_breaks(
    driver: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if driver is None:
        monkeypatch.delenv("SDL_AUDIODRIVER", raising=False)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        if Path("/dev/snd").exists():
            pytest.skip("this machine has a loudspeaker")
    else:
        monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    quiet = Sounds()
    quiet.open()
    assert quiet._opening is not None
    quiet._opening.join()
    quiet.play(Cue.LAST, Sound.PARTY)
    quiet.close()
