"""Loudspeakers and screens that come while the table runs are noticed, and the screen looks for them again."""

from pathlib import Path

import pytest

from hardware import health
from kiosk.runtime.plugged import EVERY_S, PluggedDevice, Sockets

CARDS = " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a socket for a screen, and nothing plugged in; the real readers of its files."""
    cards, displays = health.sound_cards, health.displays
    monkeypatch.setattr(health, "sound_cards", lambda: cards(tmp_path))
    monkeypatch.setattr(health, "displays", lambda: displays(tmp_path))
    (tmp_path / "sys/class/drm/card1-HDMI-A-1").mkdir(parents=True)
    (tmp_path / "proc/asound").mkdir(parents=True)
    return tmp_path


def plug_screen(root: Path, *sizes: str) -> None:
    socket = root / "sys/class/drm/card1-HDMI-A-1"
    (socket / "status").write_text("connected" if sizes else "disconnected")
    (socket / "modes").write_text("\n".join(sizes))


def test_what_is_plugged_in_later_is_noticed_once(root: Path) -> None:
    sockets = Sockets()
    assert sockets.changed(0.0) == []
    plug_screen(root, "1920x1080", "1280x720")
    (root / "proc/asound/cards").write_text(CARDS)
    assert sockets.changed(EVERY_S - 1) == [], "not at every picture"
    assert sockets.changed(EVERY_S) == [PluggedDevice.SOUND, PluggedDevice.DISPLAY]
    assert sockets.changed(2 * EVERY_S) == []


def test_a_screen_that_goes_is_kept_and_one_that_comes_is_drawn_on_anew(root: Path) -> None:
    plug_screen(root, "1920x1080")
    sockets = Sockets()
    assert sockets.changed(0.0) == []
    plug_screen(root)
    assert sockets.changed(10.0) == []
    plug_screen(root, "1920x1080")
    assert sockets.changed(20.0) == [PluggedDevice.DISPLAY]
    plug_screen(root, "800x480")
    assert sockets.changed(30.0) == [PluggedDevice.DISPLAY]
