"""What is wrong with a game of one's own is told in sentences; one with a choice between its throws is right."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import pytest
from command_line import run
from scripts import picks

from kiosk.commands.game_check import faults
from kiosk.games.core import Choose, Offer, Over, Pick, Roll, Throw
from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.options import FIRST, Preset, presets
from kiosk.games.rounds import Rounds
from kiosk.games.state import ROUND, Play, State
from kiosk.games.text import Text

ALL = frozenset(range(1, 10))


@dataclass(frozen=True, slots=True)
class BoxState(State):
    """`tiles` are open; `went_on`: the last throw shut some."""

    tiles: frozenset[int] = ALL
    went_on: bool = False


class ShutTheBox(Rounds[BoxState]):
    """Of each throw tiles are shut that come to its pips: each throw is a heat of one seat, and its hand is used."""

    name = "shut_the_box"
    title = Text("Shut the box")
    about = Text("Two dice and nine tiles")
    dice = 2
    switches = (FIRST,)
    presets = presets(text=Preset(Text("As written"), Text("as it is told")))
    rules: ClassVar[tuple[Text, ...]] = (Text("Shut tiles that come to what you throw, until you can't."),)

    @property
    def lesson(self) -> Lesson:
        examples = (Example(Text("most"), None, ((6, 6),)), Example(Text("least"), None, ((1, 1),)))
        return Lesson(
            examples=examples, words=(Word(Text("Tile"), Text("1 to 9")), Word(Text("Box"), Text("Nine tiles")))
        )

    def new(self, seats: int) -> BoxState:
        return BoxState(seats, counts=(0,) * seats)

    def offers(self, state: BoxState) -> tuple[Offer, ...]:
        assert state.turn is not None
        pips = sum(state.turn.hand)
        ways = (some for size in range(1, 5) for some in combinations(sorted(state.tiles), size) if sum(some) == pips)
        return tuple(Offer("".join(map(str, some)), Text("+".join(map(str, some))), pips) for some in ways)

    def chosen(self, play: Play[BoxState], offer: Offer) -> None:
        play.set(tiles=play.state.tiles - set(map(int, offer.name)), went_on=True)

    def settle(self, play: Play[BoxState]) -> None:
        state, (seat,) = play.state, play.state.heat.seats
        if state.went_on and state.tiles:
            play.set(went_on=False)
            self.heat(play, ROUND, (seat,))
            return
        play.count(seat, sum(state.tiles))
        play.set(tiles=ALL, went_on=False, heats=())
        rest = state.order(state.leader)
        after = rest[rest.index(seat) + 1 :]
        self.heat(play, ROUND, after[:1]) if after else self.win(play)

    def open(self, play: Play[BoxState]) -> None:
        play.set(round=1, heats=())
        self.heat(play, ROUND, (play.state.leader,))

    def standing(self, state: BoxState) -> tuple[tuple[int, ...], ...]:
        return state.ranked(lowest=True)


def test_a_choice_comes_between_the_throws_of_a_turn() -> None:
    rules = ShutTheBox()
    state, _ = rules.apply(rules.start(2, 0), Roll((6, 3)))
    wait = picks(rules, state)
    assert [offer.name for offer in wait.options] == ["9", "18", "27", "36", "45", "126", "135", "234"]
    state, _ = rules.apply(state, Choose("126"))
    assert rules.waits(state) == Throw(0, (1, 2))
    state, _ = rules.apply(state, Roll((1, 1)))  # the 2 is shut
    assert (rules.waits(state), state.counts) == (Throw(1, (1, 2)), (45 - 9, 0))
    state, _ = rules.apply(state, Roll((1, 1)))  # the 2 alone: unasked
    state, _ = rules.apply(state, Roll((1, 1)))
    assert rules.waits(state) == Over(((0,), (1,)))


def test_nothing_is_wrong_with_it() -> None:
    assert list(faults(ShutTheBox)) == []


def endless(rules: ShutTheBox, play: Play[BoxState]) -> None:
    rules.heat(play, ROUND, play.state.heat.seats)


def spoiled() -> Iterator[tuple[str, dict[str, object]]]:
    """A thing that is wrong, and what is told of it."""
    yield "the standing does not list every seat once", {"standing": lambda *_: ((0,),)}
    yield "its switches do not begin with FIRST", {"switches": ()}
    yield (
        "no preset is the text itself",
        {"presets": presets(text=Preset(Text("As written"), Text("as it is told"), first="seat"))},
    )
    yield "a line of its rules is too long", {"rules": (Text("x" * 101),)}
    yield "its rules are 0 lines", {"rules": ()}
    yield "does not end within", {"settle": endless}


@pytest.mark.parametrize(("told", "wrong"), list(spoiled()), ids=lambda given: given if isinstance(given, str) else "")
def test_what_is_wrong_is_told(told: str, wrong: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.commands.game_check.LONGEST_MATCH", 200)
    kind = type("Spoiled", (ShutTheBox,), wrong)
    assert any(told in fault for fault in faults(kind))


def test_a_pick_and_a_lesson_say_what_they_must_hold() -> None:
    one = Offer("one", Text("one"), 1)
    with pytest.raises(ValueError, match="two options or more"):
        Pick(0, (one,))
    with pytest.raises(ValueError, match="a name of its own"):
        Pick(0, (one, one))
    with pytest.raises(ValueError, match="one hand or two"):
        Example(Text("none"), None, ())
    with pytest.raises(ValueError, match="faces from 1 to 6"):
        Example(Text("seven"), None, ((7,),))
    word = Word(Text("Word"), Text("meaning"))
    with pytest.raises(ValueError, match="2 to 7 words"):
        Lesson(words=(word,))
    with pytest.raises(ValueError, match="each word once"):
        Lesson(words=(word, word))


def test_the_command_plays_a_game_that_there_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run(capsys, monkeypatch, "new-game", "ship_captain_crew", "--test")
    assert (code, "nothing is wrong" in out) == (0, True)
    monkeypatch.setattr("kiosk.games.ship_captain_crew.ShipCaptainCrew.standing", lambda *_: ((0,),))
    code, _, err = run(capsys, monkeypatch, "new-game", "ship_captain_crew", "--test")
    assert (code, "does not list every seat once" in err) == (1, True)
    code, _, err = run(capsys, monkeypatch, "new-game", "no_such_game", "--test")
    assert (code, "There is no game" in err) == (2, True)
