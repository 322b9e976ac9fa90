"""Settings that are others than at the last start are told, whoever made them so."""

from pathlib import Path

from kiosk.settings.config import Settings
from kiosk.settings.noted import note_settings


def test_settings_that_have_changed_are_told_once(tmp_path: Path) -> None:
    file, data = tmp_path / "table.toml", tmp_path / "data"

    def told(settings: Settings) -> list[str]:
        said: list[str] = []
        note_settings(file, settings, lambda text: said.append(text.message))
        return said

    settings = Settings(data=data)
    data.mkdir()
    assert told(settings) == [], "a first start has nothing to compare with"
    file.write_text("[screen]\nsize = [1280, 720]\n")
    changed = "The settings have changed since the last start"
    assert told(settings) == [changed]
    assert told(settings) == []
    file.write_text("[screen]\nsize = [1281, 720]\n")
    assert told(settings) == [changed]
    elsewhere = Settings(data=tmp_path / "daua")
    assert told(elsewhere) == ["{folder} is new: the table knows no match and no tray there"]
    assert told(elsewhere) == []
