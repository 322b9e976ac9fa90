"""Every ruling and notice has one sentence of its own, and a topic."""

from __future__ import annotations

from kiosk.games.text import Text
from kiosk.referee.prompts import NOTICES, sentence
from kiosk.ruling import NoticeId, Ruling, RulingId
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
    one, other = (Ruling(RulingId.DOUBT, doubt=DoubtKind.COCKED, number=number, count=number) for number in (1, 2))
    assert one.topic == other.topic != Ruling(RulingId.DOUBT, doubt=DoubtKind.BLUR, number=1).topic
    assert Ruling(RulingId.MISSING, count=2).topic == Ruling(RulingId.MISSING)
