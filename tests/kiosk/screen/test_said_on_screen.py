"""What the screens say: a tie-break by its name, the end of teaching, how to quit, and nothing twice over."""

import re
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from sitting import Sitting

from kiosk.games.core import Event, Throw, Wait
from kiosk.games.registry import game
from kiosk.locale import languages, translate
from kiosk.ruling import Ruling, RulingId
from kiosk.screen.painter import Painter
from kiosk.screen.scenes import camera_picture
from kiosk.view import DialogView, PageView, PlayView, TableView
from workshop.gallery import played, samples

SCENES = dict(samples.scenes())
every_language = pytest.mark.parametrize("language", languages())


def said(view: TableView, language: str, size: tuple[int, int] = (800, 480)) -> list[str]:
    """Every text of a screen."""
    painter = Painter(size)
    painter.paint(replace(view, language=language), 0.0)
    return [text.string for text in painter.canvas.placed]


TIES = {"le_421": ("Rampo: throw ", "Rampo : lance ")}
"""What a throw to break a tie is called in a game that has its own word, in English and French."""


@pytest.mark.parametrize("name", ["le_421", "four_twenty_one", "mexico", "ship_captain_crew", "poker_d_as"])
def test_a_throw_to_break_a_tie_is_said_to_be_one_in_the_game_s_own_word(name: str) -> None:
    rules = game(name)()

    def tied(state: Any, wait: Wait, _: tuple[Event, ...]) -> bool:
        return isinstance(wait, Throw) and state.breaking_tie

    found = (played.until(rules, 3, tied, seed=seed)[1] for seed in count(played.SEED))
    state = next(state for state in found if tied(state, rules.waits(state), ()))
    english, french = TIES.get(name, ("Tie-break: throw ", "Départage : lance "))
    prompt = rules.view(state).prompt
    assert translate(prompt, "en").startswith(english)
    assert " ".join(translate(prompt, "fr").split()).startswith(french)
    meanings = {translate(word.word, "en") for word in rules.lesson.words}
    assert name == "poker_d_as" or english.partition(":")[0] in meanings


@pytest.mark.parametrize(("language", "learned"), [("en", "The tray is learned"), ("fr", "La piste est apprise")])
def test_at_the_end_of_teaching_the_tray_is_said_to_be_learned(language: str, learned: str) -> None:
    owner = Sitting()
    owner.choose("Service", "Teach the tray")
    for taught in (False, True):
        assert (learned in said(owner.session.view, language)) is taught
        owner.teach_tray()


def thrown_at(scene: object) -> bool:
    """Whether dice are asked for: that is told instead."""
    return isinstance(scene, PlayView | DialogView) or (isinstance(scene, PageView) and scene.wants_dice)


@every_language
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_a_window_says_how_to_fill_the_screen_and_how_to_quit(size: tuple[int, int], language: str) -> None:
    simulated = [name for name in SCENES if name.endswith("-simulated") and not thrown_at(SCENES[name].scene)]
    assert len(simulated) > 2
    for name in simulated:
        help_ = [text for text in said(SCENES[name], language, size) if "F11" in text]
        assert [text for text in help_ if "Ctrl-Q" in text], name


@every_language
def test_nothing_is_said_twice_over(language: str) -> None:
    for name, view in SCENES.items():
        if not isinstance(view.scene, DialogView):
            texts = said(view, language)
            for text in texts:
                assert not re.search(r"\b(\w{3,}) \1\b", text, re.IGNORECASE), f"{name}: {text}"
            assert sum(text in {"Next", "Suivant"} for text in texts) <= 1, name


@every_language
def test_under_the_simulated_tray_space_lays_dice_where_they_are_asked_for(language: str) -> None:
    view = SCENES["choice-simulated"]
    assert isinstance(view.scene, PlayView)
    asked = Ruling(RulingId.RESTORE, hand=(4, 2, 1))
    for scene, help_ in (
        (view.scene, camera_picture.THROWS),
        (replace(view.scene, warning=True, ruling=asked), camera_picture.LAYS),
    ):
        assert translate(help_, language) in said(replace(view, scene=scene), language)
