"""Correcting a die that was misread: one gesture, before everybody, and on record."""

from at_table import AtTable

from hardware.panel import Button
from kiosk.match.log import EntryKind
from kiosk.view import DialogView


def dialog(at: AtTable, value: int) -> DialogView:
    """Hold the button of a die that shows this value."""
    at.press(at.button(value), seconds=1.0)
    assert isinstance(at.shows, DialogView)
    return at.shows


def test_keep_held_steps_through_what_the_die_may_show_and_end_accepts(at: AtTable) -> None:
    at.lay(4, 2, 1)
    held = at.button(4)
    shown = dialog(at, 4)
    die = shown.dice[shown.chosen]
    assert die.value != 4, "the reader's next best at once"
    assert die.picture is not None, "beside its cut-out"
    while die.value != 6:
        at.press(held)
        assert isinstance(at.shows, DialogView)
        die = at.shows.dice[at.shows.chosen]
    at.press(Button.END)
    assert at.rolls == [(1, 2, 6)]
    assert [die.value for die in at.play.dice if die.corrected] == [6], "everybody sees it"
    at.keep(6)
    at.lay(5, 3, dice=[1, 2])
    assert [die.value for die in at.play.dice if die.corrected] == [6], "until the turn is over"
    at.press(Button.END)
    at.lay(4, 4, 1)
    assert not any(die.corrected for die in at.play.dice)
    read, _, said, *_ = at.match._journal.entries(at.match.record)
    assert (read.kind, said.kind) == (EntryKind.READ, EntryKind.CORRECT)
    assert sorted(die["value"] for die in read.body["dice"]) == [1, 2, 4], "what was read"
    assert sorted(said.body["roll"]) == [1, 2, 6], "and what was said"
