"""Sounds: made by our own script, small, and nobody's trouble where there is no loudspeaker."""

import wave
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from threading import Event

import numpy as np
import pygame
import pytest

from kiosk.screen.sound import AGAIN_S, RATE_HZ, Cue, Sounds
from kiosk.view import Sound
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


@pytest.fixture
def table() -> Iterator[Sounds]:
    table = Sounds()
    yield table
    table.close()


def opened(sounds: Sounds, now: float) -> None:
    """It has looked for a device, if it was to."""
    sounds.open(now)
    assert sounds._opening is not None
    sounds._opening.join()


def heard(sounds: Sounds) -> bool:
    """Whether something is to be heard."""
    sounds.play(Cue.TOKEN, Sound.PARTY)
    return bool(pygame.mixer.get_init()) and pygame.mixer.get_busy()


def test_cues_are_played_on_a_device(table: Sounds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    opened(table, 1.0)
    table.play(Cue.TOKEN, Sound.OFF)
    assert not pygame.mixer.get_busy()
    assert heard(table)


@pytest.mark.parametrize("driver", ["nonsense", None])
def test_without_a_device_nothing_is_heard_and_nothing_breaks(
    driver: str | None, table: Sounds, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if driver is None:
        monkeypatch.delenv("SDL_AUDIODRIVER", raising=False)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        if Path("/dev/snd").exists():
            pytest.skip("this machine has a loudspeaker")
    else:
        monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    opened(table, 1.0)
    assert not heard(table)


def test_a_device_that_is_switched_on_later_is_found_and_one_just_plugged_in_at_once(
    table: Sounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
    opened(table, 1.0)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    opened(table, 1.0 + AGAIN_S - 1)
    assert not heard(table), "each look may fill the log"
    opened(table, 1.0 + AGAIN_S)
    assert heard(table)
    table.lost()
    opened(table, 2.0 + AGAIN_S)
    assert heard(table)


def test_a_device_that_is_gone_fails_nobody_and_is_looked_for_again(
    table: Sounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    opened(table, 1.0)
    pygame.mixer.quit()
    assert not heard(table)
    opened(table, 2.0)
    assert heard(table)


def test_nobody_waits_for_a_device_that_opens_slowly(table: Sounds, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, played, gave_up = Event(), Event(), Event()

    def slow(*_: object) -> None:
        asked.set()
        if not played.wait(60):
            gave_up.set()
        raise pygame.error("and then it fails")

    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(pygame.mixer, "init", slow)
    table.open(1.0)
    assert asked.wait(60)
    table.play(Cue.TOKEN, Sound.PARTY)
    table.open(1.0 + 2 * AGAIN_S)
    played.set()
    assert table._opening is not None
    table._opening.join()
    assert not gave_up.is_set(), "what plays has waited for what opens"
