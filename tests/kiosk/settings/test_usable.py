"""A table plays on with whatever can be understood of its settings, and says what could not be."""

import os
import random
import re
import time
from pathlib import Path

import pytest

from hardware import health
from hardware.panel import Button
from kiosk.locale import translate
from kiosk.settings.config import ConfigError, Settings, commented, load_settings, usable_settings
from kiosk.settings.mistakes import alert
from kiosk.settings.salvage import MOST_SETTINGS
from kiosk.view import Sound

GOOD = """format = 2
language = "fr"
sound = "party"
keep = "hands"

[screen]
size = [
    1024,
    600,
]
fullscreen = false

[panel.buttons]
end = 11
menu = 7

[presets]
le_421 = "belge"
"""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def usable(tmp_path: Path, text: str | bytes) -> tuple[Settings, list[str]]:
    """What can be used of it, and the mistakes without the file's name."""
    file = tmp_path / "table.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    settings, mistakes = usable_settings(file, environment={})
    return settings, [mistake.sentence.removeprefix(str(file)) for mistake in mistakes]


def places(mistakes: list[str]) -> list[str]:
    return [mistake.split(": ")[0].removeprefix(", ") for mistake in mistakes]


@pytest.mark.parametrize(
    ("was", "written", "line"),
    [
        ('"fr"', "fr", 2),
        ('"fr"', '"fr', 2),
        ('"fr"', "”fr”", 2),
        ("language =", "language", 2),
        ("language =", "lan guage =", 2),
        ("language =", "= =", 2),
        ('language = "fr"', "\x01\x02", 2),
        ('"fr"', "'''fr", 2),
        ('"fr"', "[", 2),
    ],
)
def test_a_line_that_is_not_understood_costs_that_line_alone(tmp_path: Path, was: str, written: str, line: int) -> None:
    whole = usable(tmp_path, GOOD)[0]
    settings, mistakes = usable(tmp_path, GOOD.replace(was, written, 1))
    assert settings == whole.model_copy(update={"language": "en"})
    assert places(mistakes) == [f"line {line}"]


@pytest.mark.parametrize(
    ("was", "written", "lines"),
    [
        ("1024,", "1024", [7]),
        ("600,\n]", "600,\n", [7]),
        ("[screen]", "[screen", [6, 7, 11]),
        ("[screen]", "[language]", [6, 7, 11]),
    ],
)
def test_what_stands_in_several_lines_goes_together(tmp_path: Path, was: str, written: str, lines: list[int]) -> None:
    whole = usable(tmp_path, GOOD)[0]
    settings, mistakes = usable(tmp_path, GOOD.replace(was, written, 1))
    assert settings.screen.size == Settings().screen.size
    assert settings.model_copy(update={"screen": whole.screen}) == whole
    assert places(mistakes) == [f"line {line}" for line in lines]


def test_what_stands_under_a_wrong_header_means_nothing_elsewhere(tmp_path: Path) -> None:
    settings, mistakes = usable(
        tmp_path, "[panel.buttons]\nend = 11\n[panel.lamps\nkeep_1 = 18\n[screen]\nfullscreen = false"
    )
    assert settings.panel.pins.buttons == {**Settings().panel.pins.buttons, Button.END: 11}
    assert settings.panel.pins.lamps == Settings().panel.pins.lamps
    assert not settings.screen.fullscreen
    assert places(mistakes) == ["line 3", "line 4"]


def test_a_table_that_nobody_knows_is_told_once_not_with_each_of_its_lines(tmp_path: Path) -> None:
    settings, mistakes = usable(
        tmp_path, 'sound = "off"\n[panle]\nlong_press_s = 1\nx = 2\n[screen]\nfullscreen = false\n'
    )
    assert (settings.sound, settings.screen.fullscreen) == (Sound.OFF, False)
    assert places(mistakes) == ["line 2"]


def test_two_pins_that_were_swapped_are_no_mistake_even_beside_one(tmp_path: Path) -> None:
    pins = Settings().panel.pins.buttons
    swapped = f"end = {pins[Button.MENU]}\nmenu = {pins[Button.END]}\n"
    settings, mistakes = usable(tmp_path, f"langauge = 1\n[panel.buttons]\n{swapped}")
    assert places(mistakes) == ["line 1"]
    assert settings.panel.pins.buttons[Button.END] == pins[Button.MENU]


def test_a_line_written_twice_counts_once_and_is_told(tmp_path: Path) -> None:
    settings, mistakes = usable(tmp_path, 'sound = "off"\nsound = "party"\nlanguage = "fr"\n')
    assert (settings.sound, settings.language) == (Sound.OFF, "fr")
    assert places(mistakes) == ["line 2"]


def test_values_and_names_that_are_impossible_are_as_by_default(tmp_path: Path) -> None:
    text = (
        GOOD.replace('"party"', '"loud"').replace("keep =", "keeps =").replace("1024", "24").replace('"belge"', '"x"')
    )
    settings, mistakes = usable(tmp_path, text)
    assert (settings.sound, settings.keep, settings.screen.size) == (Sound.LOW, "buttons", (1280, 720))
    assert (settings.language, settings.screen.fullscreen, settings.presets) == ("fr", False, {})
    assert places(mistakes) == ["line 3", "line 4", "line 7", "line 18"]


def test_a_pin_given_twice_costs_the_later_button_alone(tmp_path: Path) -> None:
    settings, mistakes = usable(tmp_path, GOOD.replace("menu = 7", "menu = 11"))
    assert settings.panel.pins.buttons[Button.END] == 11
    assert settings.panel.pins.buttons[Button.MENU] == Settings().panel.pins.buttons[Button.MENU]
    assert len(settings.panel.pins.buttons) == len(Button)
    assert places(mistakes) == ["line 15"]


def test_a_pin_that_is_another_ones_by_default_leaves_that_one_out(tmp_path: Path) -> None:
    by_default = Settings().panel.pins
    swapped = f"[panel.buttons]\nend = 99\nmenu = {by_default.buttons[Button.END]}\n"
    settings, mistakes = usable(tmp_path, swapped)
    pins = [*settings.panel.pins.buttons.values(), *settings.panel.pins.lamps.values()]
    assert len(pins) == len(set(pins))
    assert len(pins) >= 2 * len(Button) - 1
    assert "line 2" in places(mistakes)


@pytest.mark.parametrize("text", ["format = 0\n", 'format = "2"\n', "format = true\n", "format = -3\n"])
def test_a_format_that_is_none_is_told_and_the_rest_is_read(tmp_path: Path, text: str) -> None:
    settings, mistakes = usable(tmp_path, text + 'language = "fr"\n')
    assert settings.language == "fr"
    assert places(mistakes) == ["line 1"]


def test_a_file_of_a_newer_format_is_not_guessed_at(tmp_path: Path) -> None:
    settings, mistakes = usable(tmp_path, 'format = 99\nlanguage = "fr"\n')
    assert settings == Settings()
    assert "newer format (99)" in mistakes[0]


ACCENTS = GOOD.replace('"hands"', '"hands"  # gardés à la main')


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + ACCENTS.encode(),
        ACCENTS.encode("utf-16"),
        b"\xfe\xff" + ACCENTS.encode("utf-16-be"),
        ACCENTS.encode("latin-1"),
        ACCENTS.replace("\n", "\r\n").encode(),
        ACCENTS.replace("\n", "\r").encode(),
        ACCENTS.replace("\n", "\r\n").encode("utf-8-sig"),
        ACCENTS.replace(" = ", "\t=\t").replace("    ", "\t").encode(),
        ACCENTS.replace(" = ", "\u00a0=\u00a0").encode(),
        ACCENTS.replace("sound", "\u200bsound").encode(),
    ],
    ids=["mark", "utf-16", "utf-16-be", "latin-1", "crlf", "cr", "notepad", "tabs", "hard spaces", "unseen spaces"],
)
def test_what_editors_make_of_a_file_is_understood(tmp_path: Path, content: bytes) -> None:
    settings, mistakes = usable(tmp_path, content)
    assert mistakes == []
    assert settings == usable(tmp_path, GOOD)[0]


def test_what_is_no_file_of_settings_is_told_in_a_sentence(tmp_path: Path) -> None:
    for content in (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"x" * 300_000):
        settings, mistakes = usable(tmp_path, content)
        assert settings == Settings()
        assert len(mistakes) == 1
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for no_file in (Path("/dev/zero"), pipe):
        assert "it is no file" in usable_settings(no_file, environment={})[1][0].sentence
    settings, (mistake,) = usable_settings(tmp_path, environment={})
    assert "cannot be read" in mistake.sentence
    with pytest.raises(ConfigError, match="there is no such file"):
        usable_settings(tmp_path / "none.toml", environment={})


def test_no_file_whatever_stands_in_it_stops_the_table(tmp_path: Path) -> None:
    chance = random.Random(44)
    text = re.sub(r"^#(?! )", "", commented(Settings()), flags=re.MULTILINE)
    file = tmp_path / "table.toml"
    for _ in range(60):
        content = [*text]
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(content))
            content[at] = chance.choice(["", "\n", '"', "[", "]", "=", "#", "x", "\t", "0", "é", "}", "\\", ".", "'"])
        file.write_text("".join(content), encoding="utf-8")
        settings, mistakes = usable_settings(file, environment={})
        assert isinstance(settings, Settings)
        if mistakes:
            with pytest.raises(ConfigError):
                load_settings(file, environment={})


def test_the_screen_says_the_first_line_that_is_wrong_and_how_many_more(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"

    def shown(text: str, language: str) -> str:
        file.write_text(text)
        told = alert(usable_settings(file, environment={})[1])
        assert told is not None
        return translate(told, language).replace("\u00a0", " ").replace("\u202f", " ")

    assert alert(()) is None
    assert shown('langauge = "fr"', "en") == "Settings, line 1: there is no langauge"
    assert shown("sound = 1", "en") == "Settings, line 1: sound cannot be used, the table plays without it"
    two = shown('\nsound = 1\nlanguage = "de"', "en")
    assert two == "Settings, line 2: sound cannot be used, the table plays without it (and 1 mistake more)"
    assert shown("sound = low", "fr") == "Réglages, ligne 1 : sound = low n’est pas compris, la table joue sans"


@pytest.mark.parametrize(
    "line",
    [
        "x = " + 3000 * "[" + 3000 * "]",
        "x = " + 300 * "[" + 300 * "]",
        "language = " + 3000 * "{a = " + "1" + 3000 * "}",
        ".".join(3000 * "a") + " = 1",
        "sound = " + 5000 * "9",
        "language = 2020-01-01",
        'language = "' + 60_000 * "x" + '"',
        'game = "' + 60_000 * "x" + '"',
        "[panel]\nlong_press_s = nan",
        r'data = "/srv/dice\u0000"',
        r'camera = "/srv/dice\u0007.mp4"',
        'data = ""',
        'data = " "',
        'data = "dice"',
        'data = "/etc/passwd"',
        f'[league]\naddress = "https://{3000 * "a"}.org"',
        r"[league]" + "\n" + r'title = "\u001b[31m"',
    ],
    ids=lambda line: line[:24],
)
def test_whatever_a_line_says_it_costs_that_line_alone_and_one_clear_sentence(tmp_path: Path, line: str) -> None:
    settings, mistakes = usable(tmp_path, f'keep = "hands"\n{line}\n[screen]\nfullscreen = false\n')
    assert len(mistakes) == 1
    assert len(mistakes[0]) < 400
    assert (settings.keep, settings.screen.fullscreen, settings.language) == ("hands", False, "en")
    assert settings.data == Settings().data


def test_matches_are_not_put_where_they_are_lost_unsaid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = health.Disk(10, 5, read_only=False, in_memory=True)
    monkeypatch.setattr("hardware.health.disk", lambda folder: disk if folder == tmp_path else None)
    settings, mistakes = usable(tmp_path, f"\ndata = '{tmp_path}'\n")
    assert settings.data == tmp_path
    assert places(mistakes) == ["line 2"]
    assert "is memory, no disk" in mistakes[0]


def test_bytes_of_the_environment_that_are_no_text_are_told_in_letters() -> None:
    _, (mistake,) = usable_settings(environment={"DICE_TABLE_LANGUAGE": "\udcff"})
    assert mistake.sentence.startswith(r'DICE_TABLE_LANGUAGE: language cannot be "\udcff"')
    _, (mistake,) = usable_settings(environment={"DICE_TABLE_DATA": "/srv/\udcff"})
    assert mistake.sentence.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        10_000 * "x = 1\n",
        10_000 * "= 1\n",
        5_000 * "language = [\n",
        5_000 * "[language]\n",
        f"[{30_000 * 'a'}]\n" + 5_000 * "a=1\n",
        "x = [\n" + 20_000 * "1,\n",
        3_000 * "[screen]\nx = 1\n",
        "".join(f"a{n} = 1\n" for n in range(6_000)),
    ],
    ids=["twice", "nothing", "open", "header", "name", "list", "tables", "many"],
)
def test_no_file_keeps_the_table_waiting(tmp_path: Path, text: str) -> None:
    began = time.process_time()
    settings, mistakes = usable(tmp_path, text)
    assert time.process_time() - began < 5
    assert settings == Settings()
    assert 0 < len(mistakes) <= MOST_SETTINGS + 1
