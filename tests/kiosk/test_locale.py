"""Every sentence there is can be read in every language, in that language's own typography."""

import re

import pytest

from kiosk.games.text import Text, say, seat_name
from kiosk.locale import languages, translate
from workshop.catalogues import calls, catalogue, modules, template

TRANSLATED = [language for language in languages() if language != "en"]
PLACE = re.compile(r"\{\w+\}")
NAMES = ("Marcel", "Zoé")


def strings(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (str(value),)


def test_the_catalogues_can_be_made_from_the_code() -> None:
    dynamic = [f"{module.name}:{line}" for module in modules() for line, words in calls(module) if words is None]
    assert not dynamic, "say wants literal sentences"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    """If this fails: python -m workshop.catalogues, and fill in what it lists."""
    there = {strings(message.id)[0]: message for message in catalogue(language) if message.id}
    wanted = {strings(message.id)[0]: message for message in template() if message.id}
    assert sorted(wanted.keys() - there.keys()) == []
    assert sorted(there.keys() - wanted.keys()) == []
    assert [key for key, message in there.items() if not all(strings(message.string))] == []
    plural = {key for key, message in wanted.items() if message.pluralizable}
    assert {key for key, message in there.items() if message.pluralizable} == plural


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_same_places(language: str) -> None:
    for message in catalogue(language):
        if not message.id:
            continue
        wanted = set(PLACE.findall(" ".join(strings(message.id))))
        *singular, last = strings(message.string)
        assert set(PLACE.findall(last)) == wanted, message.id
        # "A die is missing": one may be said without the number.
        assert all(wanted - {"{n}"} <= set(PLACE.findall(string)) <= wanted for string in singular), message.id


@pytest.mark.parametrize(("figures", "french"), [("aces", "paire d’as"), ("kings", "paire de rois")])
def test_french_loses_a_vowel_before_another(figures: str, french: str) -> None:
    pair = say("pair of {figures}", figures=Text(figures))
    assert translate(pair, "fr") == french
    assert translate(pair, "en") == f"pair of {figures}"


def test_names_numbers_and_sentences_go_into_their_places() -> None:
    hand = say("baraque of {die}", die=5)
    said = say("{seat}: {hand}", seat=seat_name(1), hand=hand)
    assert translate(said, "en", NAMES) == "Zoé: baraque of 5"
    assert translate(said, "fr", NAMES) == "Zoé\u202f: baraque de 5"


@pytest.mark.parametrize(
    ("language", "count", "expected"),
    [("en", 1, "1 token"), ("en", 0, "0 tokens"), ("fr", 0, "0 jeton"), ("fr", 1, "1 jeton"), ("fr", 2, "2 jetons")],
)
def test_plurals_follow_the_language(language: str, count: int, expected: str) -> None:
    assert translate(say("{n} token", "{n} tokens", n=count), language) == expected


def test_lists_are_joined_as_the_language_does() -> None:
    both = say("{who}", who=(seat_name(0), seat_name(1)))
    assert translate(both, "en", NAMES) == "Marcel and Zoé"
    assert translate(both, "fr", NAMES) == "Marcel et Zoé"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_ordinary_space_stands_before_french_marks(language: str) -> None:
    for message in catalogue(language):
        if language == "fr" and message.id:
            for text in (say(strings(message.id)[0]), say(strings(message.id)[0], strings(message.id)[-1], n=2)):
                said = translate(text, "fr")
                assert not re.search(r"[^\u202f…][!?;:»]|«[^\u202f]", re.sub(r"\{\w+\}", "x", said)), said
                assert "'" not in said


def test_a_name_may_hold_anything() -> None:
    assert translate(say("{seat} leads", seat=seat_name(0)), "fr", ["{n}: l'ami"]) == "{n}: l'ami commence"


def test_a_language_without_catalogue_speaks_english() -> None:
    assert translate(say("Press any button"), "xx") == "Press any button"
