"""The owner's settings: what overlays what, and what an owner is told who mistyped."""

import re
import tomllib
from pathlib import Path

import pytest

from hardware.camera import Mains
from hardware.panel import Button
from kiosk.settings.config import ConfigError, Settings, check_settings, commented, config_path, load_settings
from kiosk.settings.config_file import FORMAT
from kiosk.view import Rotation, Sound


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    return file


def complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_settings(write(tmp_path, text), environment={})
    return str(caught.value).removeprefix(str(tmp_path / "table.toml"))


def test_without_any_file_everything_is_as_by_default() -> None:
    settings = load_settings(environment={})
    assert settings == Settings()
    assert settings.camera == "pi:0"
    assert settings.panel.pins.buttons[Button.END] == 13


def test_the_file_overlays_the_defaults_the_environment_the_file_and_the_command_line_all(tmp_path: Path) -> None:
    file = write(tmp_path, 'camera = "webcam:0"\nlanguage = "fr"\nkeep = "hands"\n[screen]\nfullscreen = false\n')
    settings = load_settings(
        file,
        {"camera": "webcam:2", "screen.fullscreen": None},
        {
            "DICE_TABLE_CAMERA": "webcam:1",
            "DICE_TABLE_LANGUAGE": "en",
            "DICE_TABLE_SCREEN_SIZE": "[720, 1280]",
            "DICE_TABLE_SCREEN_ROTATION": "270",
        },
    )
    assert (settings.camera, settings.language, settings.keep) == ("webcam:2", "en", "hands")
    assert (settings.screen.fullscreen, settings.screen.size) == (False, (720, 1280))
    assert settings.screen.rotation is Rotation.LEFT


def test_the_owners_own_file_is_found_without_being_named(tmp_path: Path) -> None:
    config_path().parent.mkdir(parents=True)
    config_path().write_text('sound = "off"\n')
    assert config_path().is_relative_to(tmp_path)
    assert load_settings(environment={}).sound is Sound.OFF


@pytest.mark.parametrize(("written", "mains"), [('"50"', Mains.HZ_50), ("60", Mains.HZ_60), ('"auto"', Mains.AUTO)])
def test_the_mains_may_be_written_as_a_number(tmp_path: Path, written: str, mains: Mains) -> None:
    assert load_settings(write(tmp_path, f"mains = {written}\n"), environment={}).mains is mains


def test_one_pin_is_changed_without_repeating_the_others(tmp_path: Path) -> None:
    file = write(tmp_path, '[panel.buttons]\nend = 11\n[panel.lamps]\nmenu = "none"\n')
    pins = load_settings(file, environment={"DICE_TABLE_PANEL_BUTTONS_MENU": "none"}).panel.pins
    assert pins.buttons[Button.END] == 11
    assert pins.buttons[Button.KEEP_1] == 17
    assert Button.MENU not in pins.buttons
    assert Button.MENU not in pins.lamps


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('langauge = "fr"', ', line 1: there is no "langauge"; did you mean "language"?'),
        ("[screen]\nfulscreen = true", ', line 2: there is no "screen.fulscreen"; did you mean "fullscreen"?'),
        ("[panel.buttons]\nkeep1 = 4", ', line 2: there is no "panel.buttons.keep1"; did you mean "keep_1"?'),
        (
            "[screen]\nxyz = 1",
            ', line 2: there is no "screen.xyz"; what can be set there: fullscreen, rotation, size, keys, places.',
        ),
        ('language = "de"', ', line 1: language cannot be "de"; it is the language at start: "en" or "fr".'),
        ("camera = 0", ', line 1: camera cannot be 0; it is what looks at the tray: "pi:0", "webcam:0"'),
        (
            "[panel.buttons]\nend = 99",
            ", line 2: panel.buttons.end cannot be 99; it is the GPIO pin of each button: 2 to 27",
        ),
        (
            "mains = 55",
            ', line 1: mains cannot be 55; it is the mains that lamps dim with, in hertz: "50", "60", or "auto"',
        ),
        ('[screen]\nkeys = ["end"]', ", line 2: screen.keys: name each of the seven buttons once: keep_1,"),
        ("panel = 3", ", line 1: panel cannot be 3; it is a table with long_press_s, buttons, lamps."),
        (
            "[panel.buttons]\nend = 23",
            ", line 2: panel: buttons.end and lamps.keep_1 share pin 23: give each a pin of its own.",
        ),
        ("camera = pi:0", ', line 1: words stand between quotes, "; mend this: camera = pi:0'),
        ("camera = “pi:0”", ', line 1: straight quotes, ", are wanted; mend this: camera = “pi:0”'),
        ("camera: pi:0", ", line 1: a setting is written: name = value; mend this: camera: pi:0"),
        ('camera = "webcan:0"', ', line 1: camera: "webcan:0" is no camera; write pi:0, webcam:0, or the whole path'),
        ('camera = "pi:one"', ', line 1: camera: "pi:one" has no number; write pi:0 for the first.'),
        ('format = "two"', ', line 1: format cannot be "two"; it is 3 today, or left out.'),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    said = complaint(tmp_path, text)
    assert said.startswith(sentence)
    assert "\n" not in said


def test_a_mistake_is_laid_at_the_door_of_who_made_it(tmp_path: Path) -> None:
    file = write(tmp_path, 'language = "fr"\n')
    with pytest.raises(ConfigError, match=r"^DICE_TABLE_LANGUAGE: language cannot be \"de\""):
        load_settings(file, environment={"DICE_TABLE_LANGUAGE": "de"})
    with pytest.raises(ConfigError, match=r"^the command line: language cannot be \"es\""):
        load_settings(file, {"language": "es"}, {"DICE_TABLE_LANGUAGE": "de"})
    with pytest.raises(ConfigError, match=r"^DICE_TABLE_LANGAUGE: .* did you mean DICE_TABLE_LANGUAGE"):
        load_settings(file, environment={"DICE_TABLE_LANGAUGE": "de"})
    with pytest.raises(ConfigError, match=r"^DICE_TABLE_SCREEN_SIZE: is not a TOML value"):
        load_settings(file, environment={"DICE_TABLE_SCREEN_SIZE": "[800"})


def test_the_printed_file_explains_every_setting_and_loads_back(tmp_path: Path) -> None:
    text = commented(Settings())
    assert load_settings(write(tmp_path, text), environment={}) == Settings()
    bare = re.sub(r"^#(?! )", "", text, flags=re.MULTILINE)
    assert load_settings(write(tmp_path, bare), environment={}) == Settings()
    assert tomllib.loads(bare) == {"format": FORMAT, **Settings().model_dump(mode="json")}


def test_what_an_owner_changed_is_printed_as_set(tmp_path: Path) -> None:
    ours = load_settings(
        write(
            tmp_path,
            'camera = "/pictures/Été \\\\ \\"1\\""\n[panel.buttons]\nend = "none"\n[presets]\nle_421 = "bar"\n',
        ),
        environment={},
    )
    text = commented(ours)
    assert '\nend = "none"\n' in text
    assert "\n#menu = 26\n" in text
    assert load_settings(write(tmp_path, text), environment={}) == ours


def test_every_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """# ours
camera = "webcam:0"

langauge = "fr"
game = "tric_trac"
[screen]
size = [
    64,
    480,
]
[presets]
le_421 = "bistrot"
""",
    )
    told = [mistake.removeprefix(str(file)) for mistake in check_settings(file, {})]
    assert [mistake.split(": ")[0] for mistake in told] == [f", line {number}" for number in (4, 5, 7, 12)]
    file.write_text(file.read_text().replace("langauge", "language").replace("64,", "640,"))
    told = [mistake.removeprefix(str(file)) for mistake in check_settings(file, {})]
    assert [mistake[:9] for mistake in told] == [", line 5:", ", line 12"]
    assert "there are le_421" in told[0]
    assert "classique" in told[1]
    assert check_settings(write(tmp_path, commented(Settings())), {}) == ()


FORMAT_2 = """format = 2

camera = "webcam:0"
camera_turned = 90
mains = "50"
sound = "off"

[screen]
rotation = 180
"""


def test_a_file_of_an_older_format_is_understood_and_left_as_it_is(tmp_path: Path) -> None:
    file = write(tmp_path, FORMAT_2)
    settings = load_settings(file, environment={})
    assert (settings.mains, settings.camera_turned, settings.screen.rotation) == ("50", 90, 180)
    assert settings.pin == "", "nobody asks for a PIN that nobody chose"
    oldest = "# our table\nsound = false  # neighbours\n[screen]\nfullscreen = false\n"
    assert load_settings(write(tmp_path, oldest), environment={}).sound is Sound.OFF
    assert [(kept.name, kept.read_text()) for kept in tmp_path.glob("table*")] == [("table.toml", oldest)]


@pytest.mark.parametrize(("written", "understood"), [('"2415"', "2415"), ("2415", "2415"), ('""', ""), ("111", "111")])
def test_a_pin_is_of_the_buttons_digits(tmp_path: Path, written: str, understood: str) -> None:
    assert load_settings(write(tmp_path, f"pin = {written}\n"), environment={}).pin == understood


@pytest.mark.parametrize("written", ['"12"', "6111", '"2a15"', "true", "123451234", "2.5"])
def test_a_pin_that_nobody_could_press_is_refused_in_a_sentence(tmp_path: Path, written: str) -> None:
    with pytest.raises(ConfigError, match=r"pin cannot be .*three to eight digits"):
        load_settings(write(tmp_path, f"pin = {written}\n"), environment={})
