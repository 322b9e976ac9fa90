"""Sounds: made by our own script, small, and nobody's trouble where there is no loudspeaker."""

from __future__ import annotations

import wave
from importlib.resources import files
from pathlib import Path

import pygame
import pytest

from kiosk.screen.sound import Cue, Sounds
from kiosk.screen.synthesis import PEAK, RATE_HZ, sounds, write
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
    assert 0.5 < PEAK < 0.9


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
