"""Every ruling and notice has one sentence of its own, and a topic."""

import pytest

from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.locale import translate
from kiosk.referee.dialog import by_likelihood
from kiosk.referee.keys import Key
from kiosk.referee.prompts import NOTICES, sentence
from kiosk.ruling import NoticeId, Ruling, RulingId
from kiosk.session.play_modes import make_it
from vision.types import DoubtKind


def test_every_ruling_has_a_sentence_unless_the_rules_have_one() -> None:
    silent = {RulingId.PLAY_ON, RulingId.COUNT, RulingId.FOUND}
    for ruling in RulingId:
        text = sentence(Ruling(ruling, count=1, hand=(6,), doubt=DoubtKind.VALUE, seat=0, reason=Text("so")))
        assert (text is None) is (ruling in silent), ruling


def test_every_notice_has_a_sentence() -> None:
    assert set(NoticeId) == NOTICES.keys()


def test_no_two_rulings_say_the_same() -> None:
    asked = [Ruling(ruling, count=2, hand=(6,), seat=0) for ruling in RulingId if ruling is not RulingId.DOUBT]
    asked += [Ruling(RulingId.DOUBT, doubt=kind, number=number) for kind in DoubtKind for number in (None, 3)]
    said = [text for text in map(sentence, asked) if text is not None]
    assert len({text.message for text in said}) == len(said) == len(asked) - 4


def test_a_topic_is_the_same_whatever_dice_it_is_about() -> None:
    first, other = (Ruling(RulingId.DOUBT, doubt=DoubtKind.COCKED, number=number, count=number) for number in (1, 2))
    assert first.topic == other.topic != Ruling(RulingId.DOUBT, doubt=DoubtKind.BLUR, number=1).topic
    assert Ruling(RulingId.MISSING, count=2).topic == Ruling(RulingId.MISSING)


@pytest.mark.parametrize(
    ("stay", "whole", "said"),
    [
        ((), (5, 3, 3), "Jean keeps none: throw all 3 dice"),
        ((4,), (4, 4, 2), "Jean keeps only one 4: throw the other 2 dice"),
        ((4, 2), (4, 2, 6), "Jean keeps 4-2: throw the other die"),
    ],
)
def test_it_is_said_which_dice_the_house_keeps_and_how_many_to_throw(
    stay: tuple[int, ...], whole: tuple[int, ...], said: str
) -> None:
    keeps = Ruling(RulingId.HOUSE_KEEPS, len(whole) - len(stay), stay, whole=whole, seat=1)
    assert translate(sentence(keeps) or "", "en", ("Marie", "Jean")) == said


def test_a_sentence_tells_the_number_that_it_is_about() -> None:
    doubt, spare = Ruling(RulingId.DOUBT, doubt=DoubtKind.COCKED, number=2), Ruling(RulingId.SPARE, 2, number=3)
    assert translate(sentence(doubt) or "", "en") == "Die 2 leans: nudge it until it lies flat"
    assert translate(sentence(spare) or "", "en") == "This game has 3 dice: take 2 away"


def test_dice_that_the_game_names_are_called_so_in_every_sentence() -> None:
    figures = game("poker_d_as")().figures
    for asked in (
        Ruling(RulingId.HOUSE_KEEPS, 3, (1, 6), whole=(1, 6, 3, 3, 2), seat=1),
        *(
            Ruling(ruling, hand=(6, 1))
            for ruling in (RulingId.RESTORE, RulingId.THROW_STAYS, RulingId.WOULD_STAY, RulingId.THEIRS_MOVED)
        ),
    ):
        assert "ace-king" in translate(sentence(asked, figures) or "", "en", ("Marie", "Jean"))
    assert translate(make_it(5, figures), "fr") == "Mettre dame"


def test_values_are_offered_the_likeliest_first() -> None:
    assert by_likelihood(4) == (4, 1, 2, 3, 5, 6)
    assert by_likelihood(4, (0.01, 0.02, 0.05, 0.9, 0.0, 0.02)) == (4, 3, 2, 6, 1, 5)


def test_no_key_acts_without_showing_it() -> None:
    with pytest.raises(ValueError, match="shows"):
        Key(None, print, lit=False)
