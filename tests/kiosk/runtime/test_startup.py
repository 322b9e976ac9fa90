"""The first picture: the screen as the owner's settings have it, before the rest of the table is loaded."""

from pathlib import Path

import pytest

from kiosk.runtime import loop
from kiosk.runtime.startup import open_kiosk
from kiosk.screen.window import Screen
from kiosk.settings.config import Settings


@pytest.mark.parametrize(("rotation", "drawn"), [(0, (1000, 700)), (90, (700, 1000)), (270, (700, 1000))])
def test_the_screen_hangs_as_the_settings_say(
    rotation: int, drawn: tuple[int, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    seen = []

    def run(screen: Screen, *_: object) -> None:
        seen.append((screen.picture().get_size(), screen._painter.surface.get_size()))

    monkeypatch.setattr(loop, "build", lambda *_, **__: None)
    monkeypatch.setattr(loop, "run", run)
    shown = {"size": (1000, 700), "rotation": rotation}
    settings = Settings.model_validate({"data": tmp_path, "screen": shown})
    open_kiosk(settings, simulate=False, auto=False, seed=None, windowed=True)
    assert seen == [((1000, 700), drawn)]
