"""Sounds are nobody's trouble where there is no loudspeaker."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pygame
import pytest

from kiosk.screen.sound import AGAIN_S, Cue, Sounds
from kiosk.view import Sound


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
