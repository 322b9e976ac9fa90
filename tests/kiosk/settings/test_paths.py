"""Paths in the settings and on the command line: expanded or refused, never taken for the name of a folder."""

from pathlib import Path

import pytest
from command_line import Program

from kiosk.settings import config
from kiosk.settings.config import ConfigError, load_settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home, and the program started somewhere else."""
    found = tmp_path / "home"
    found.mkdir()
    monkeypatch.setenv("HOME", str(found))
    monkeypatch.setenv("USERPROFILE", str(found))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("BAR", str(tmp_path / "bar"))
    monkeypatch.delenv("NOWHERE", raising=False)
    (tmp_path / "run").mkdir()
    monkeypatch.chdir(tmp_path / "run")
    return found


def settings(tmp_path: Path, text: str) -> config.Settings:
    file = tmp_path / "table.toml"
    file.write_text(text)
    return load_settings(file, environment={})


@pytest.mark.parametrize(
    ("written", "place"),
    [("~/dice", "home/dice"), ("~", "home"), ("$HOME/dice", "home/dice"), ("${BAR}/dice", "bar/dice")],
)
def test_a_home_or_a_variable_is_the_folder_it_stands_for(tmp_path: Path, written: str, place: str) -> None:
    assert settings(tmp_path, f'data = "{written}"').data == tmp_path / place
    assert settings(tmp_path, f'camera = "{written}/clip.mp4"').camera == str(tmp_path / place / "clip.mp4")
    given = {"DICE_TABLE_DATA": written}
    assert load_settings(environment=given).data == tmp_path / place


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("dice", "is somewhere else wherever the table is started"),
        ("./dice", "is somewhere else wherever the table is started"),
        ("$NOWHERE/dice", "nothing says what $NOWHERE is"),
        ("~nobody-of-that-name/dice", "nobody knows what home ~nobody-of-that-name is"),
    ],
)
@pytest.mark.parametrize("key", ["data", "camera"])
def test_a_path_that_says_no_place_is_refused_in_a_sentence(tmp_path: Path, key: str, written: str, why: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings(tmp_path, f'language = "fr"\n{key} = "{written}"')
    assert str(caught.value).startswith(f"{tmp_path / 'table.toml'}, line 2: {key}: ")
    assert why in str(caught.value)
    assert str(caught.value).endswith("write the whole path.")


def test_in_the_file_that_all_users_read_nobodys_home_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "etc.toml"
    monkeypatch.setattr(config, "SYSTEM_CONFIG", file)
    for written in ("~/dice", "$HOME/dice"):
        file.write_text(f'data = "{written}"')
        with pytest.raises(ConfigError, match="another folder for each user"):
            load_settings(environment={})
    file.write_text('data = "/srv/dice"')
    assert load_settings(environment={}).data == Path("/srv/dice")


@pytest.mark.parametrize("camera", ["pi:0", "webcam:1", "simulated:7", "/dev/video0", "/dev/v4l/by-id/usb-cam"])
def test_the_name_of_a_camera_is_left_alone(tmp_path: Path, camera: str) -> None:
    assert settings(tmp_path, f'camera = "{camera}"').camera == camera


def test_a_home_that_no_shell_has_replaced_is_found_on_the_command_line_too(home: Path, dice_table: Program) -> None:
    (home / "table.toml").write_text('language = "fr"')
    assert "KEEP 1" in dice_table("config", "--config=~/table.toml", "--svg=~/wiring.svg").stdout
    assert (home / "wiring.svg").exists()
    assert list(Path.cwd().iterdir()) == [], "no folder is called ~"
    said = dice_table("config", "--config=~nobody-of-that-name/table.toml")
    assert "Nobody knows what home ~nobody-of-that-name is" in said.stderr
