"""An evening with seven buttons: from "press any button" to the next match, and back into one that was cut off."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from made_up import PICTURE, MadeUpTable

from hardware.panel import KEEPS, Button
from kiosk.ending import READ_S
from kiosk.evening import END_IDLE_S, MENU_IDLE_S, Evening
from kiosk.games.core import Leave, Over, Roll, Throw, game, games, say
from kiosk.journal import Journal
from kiosk.view import AttractView, DialogView, EndView, MenuView, NameView, PlayView, Sound, StandingView, View
from vision.types import DoubtKind


class Bar:
    """An evening and its table; a new one on the same file is the same bar after a power cut."""

    def __init__(self, path: Path) -> None:
        self.evening = Evening(Journal(path), rng=Random(1))
        self.table = MadeUpTable(self.evening.scene, self.evening.press)
        self.table.empty()

    @property
    def scene(self) -> View:
        return self.evening.view.scene

    @property
    def menu(self) -> MenuView:
        assert isinstance(self.scene, MenuView)
        return self.scene

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.table.press(button)

    def choose(self, label: str) -> None:
        """Go down the list to a line and press END."""
        labels = [item.label.message for item in self.menu.items]
        assert label in labels, labels
        while self.menu.items[self.menu.chosen].label.message != label:
            self.press(Button.KEEP_2)
        self.press(Button.END)

    def begin(self, *names: str, **options: str | int) -> None:
        self.evening.begin("le_421", "classique", options, names or ("Marie", "Jean"))

    @property
    def actions(self) -> list[object]:
        assert self.evening.match is not None
        return list(self.evening.match.actions)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@pytest.fixture
def bar(path: Path) -> Bar:
    return Bar(path)


def test_any_button_wakes_the_table(bar: Bar) -> None:
    assert isinstance(bar.scene, AttractView)
    assert all(bar.evening.lamps.values())
    bar.press(Button.KEEP_4)
    assert [item.label for item in bar.menu.items] == [known.title for known in games()]


def test_a_match_is_set_up_with_the_buttons_alone(bar: Bar) -> None:
    bar.press(Button.END)
    le_421 = game("le_421")
    bar.choose(le_421.title.message)
    bar.choose(le_421.preset_titles["courte"].message)
    bar.press(Button.KEEP_3)  # three players become two
    assert [player.name for player in bar.menu.players] == ["Marie", "Jean"]
    bar.press(Button.KEEP_2, Button.KEEP_4)  # Marie becomes somebody else
    name = bar.menu.players[0].name
    assert name not in {"Marie", "Jean"}
    bar.press(Button.END)
    assert isinstance(bar.scene, PlayView)
    assert bar.evening.match is not None
    assert (bar.evening.match.game.name, bar.evening.match.game.preset) == ("le_421", "courte")
    assert [player.name for player in bar.evening.match.players] == [name, "Jean"]


def test_what_the_owner_prefers_is_offered_first() -> None:
    evening = Evening(Journal(), favourite="zanzibar", presets={"le_421": "belge"})
    table = MadeUpTable(evening.scene, evening.press)
    table.end()
    scene = evening.view.scene
    assert isinstance(scene, MenuView)
    assert games()[scene.chosen].name == "zanzibar"
    while games()[scene.chosen].name != "le_421":
        table.press(Button.KEEP_2)
        scene = evening.view.scene
        assert isinstance(scene, MenuView)
    table.end()
    scene = evening.view.scene
    assert isinstance(scene, MenuView)
    assert scene.items[scene.chosen].label == game("le_421").preset_titles["belge"]


def test_house_rules_are_changed_one_by_one(bar: Bar) -> None:
    bar.press(Button.END)
    le_421 = game("le_421")
    bar.choose(le_421.title.message)
    bar.choose("House rules…")
    titles = [item.label for item in bar.menu.items]
    tokens = next(switch for switch in le_421.switches if switch.name == "tokens")
    for _ in range(titles.index(tokens.title)):
        bar.press(Button.KEEP_2)
    bar.press(Button.KEEP_3, Button.KEEP_3, Button.END, Button.END)
    assert bar.evening.match is not None
    assert bar.evening.match.game.options["tokens"] == 19


def test_menu_goes_back_a_page_at_a_time(bar: Bar) -> None:
    bar.press(Button.END, Button.END, Button.MENU)
    assert bar.menu.title.message == "Which game?"
    bar.press(Button.MENU)
    assert isinstance(bar.scene, AttractView)


def test_a_menu_nobody_goes_on_with_is_left(bar: Bar) -> None:
    bar.press(Button.END)
    bar.evening.tick(bar.table.time + MENU_IDLE_S - 1)
    assert isinstance(bar.scene, MenuView)
    bar.evening.tick(bar.table.time + MENU_IDLE_S + 1)
    assert isinstance(bar.scene, AttractView)


def test_a_cut_off_match_goes_on_by_itself(bar: Bar, path: Path) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.table.throw_all(4, 2, 1)
    after = Bar(path)
    assert isinstance(after.scene, PlayView)
    assert after.actions == bar.actions == [Roll((6, 6, 6)), Roll((1, 1, 2)), Roll((4, 2, 1))]
    after.table.throw(6, 6, 5)
    assert after.actions[3:] == [Roll((6, 6, 5))]


def test_a_match_given_up_does_not_come_back(bar: Bar, path: Path) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("End the match")
    bar.choose("Yes, end it")
    assert isinstance(bar.scene, AttractView)
    assert isinstance(Bar(path).scene, AttractView)


def test_a_match_of_an_unknown_game_is_left_in_the_journal(path: Path) -> None:
    journal = Journal(path)
    journal.start("pharaoh", None, {}, ["A", "B"], None)
    journal.close()
    assert isinstance(Bar(path).scene, AttractView)


def test_the_menu_undoes_the_last_decision(bar: Bar) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.press(Button.MENU)
    assert isinstance(bar.scene, MenuView)
    assert "Undo" not in [item.label.message for item in bar.scene.items], "there are only throws, and they stay"
    bar.press(Button.MENU)
    bar.table.throw_all(4, 4, 1)
    bar.press(Button.END)
    bar.press(Button.MENU)
    bar.choose("Undo")
    assert isinstance(bar.scene, PlayView)
    assert bar.actions[-1] == Roll((4, 4, 1))
    bar.table.rest()
    assert bar.actions[-1] == Roll((4, 4, 1))


def test_the_menu_gives_the_last_throw_to_the_next_player(bar: Bar) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.table.throw_all(4, 4, 1)
    bar.table.throw_all(5, 5, 2)  # Jean took the dice, and Marie had not pressed END
    bar.press(Button.MENU)
    bar.choose("That was the next player's throw")
    assert bar.evening.match is not None
    assert bar.evening.match.view.seat == 1
    assert bar.evening.match.last_hand == {1: 5, 2: 5, 3: 2}
    bar.table.keep(1, 2)
    bar.table.lift(3)
    bar.table.throw(5, at=900)
    assert bar.actions[-1] == Roll((5,))


def test_somebody_leaves_and_the_house_plays_on(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("Somebody leaves")
    bar.press(Button.KEEP_2, Button.END)
    assert bar.actions == [Leave(1)]
    assert isinstance(bar.scene, PlayView)
    assert [player.house for player in bar.scene.players] == [False, True]


def test_the_language_is_changed_in_the_menu(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("Language")
    assert bar.evening.view.language == "fr"


def test_rules_are_a_page_to_read(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("Rules of this game")
    assert bar.evening.match is not None
    assert [item.label for item in bar.menu.items] == list(bar.evening.match.game.rules)


def test_the_evening_goes_on_without_a_camera_and_with_it_again(bar: Bar) -> None:
    bar.begin()
    bar.evening.camera_fails(say("The camera hangs"))
    assert bar.evening.view.alert == say("The camera hangs")
    bar.press(Button.END, Button.KEEP_1, Button.END)
    assert bar.actions == [Roll((2, 1, 1))]
    bar.evening.camera_fails(None)
    assert bar.evening.view.alert is None
    bar.table.empty()
    bar.table.throw(5, 5, 5)
    assert bar.actions == [Roll((2, 1, 1)), Roll((5, 5, 5))]


def played_to_the_end(bar: Bar) -> Over:
    bar.begin(tokens=1)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    match = bar.evening.match
    assert match is not None
    while isinstance(match.wait, Throw):
        bar.table.throw_all(*((4, 2, 1) if match.wait.seat == 0 else (6, 5, 3)))
        if not isinstance(match.wait, Throw | Over):
            bar.table.end()
    assert isinstance(match.wait, Over)
    return match.wait


def test_the_end_shows_the_places_and_end_plays_once_more(bar: Bar) -> None:
    over = played_to_the_end(bar)
    assert isinstance(bar.scene, EndView)
    bar.press(Button.END)
    assert isinstance(bar.scene, EndView), "END once too often does not hide who won"
    assert Button.END not in bar.evening.view.keys
    bar.table.time += READ_S
    assert bar.scene.standing == over.standing == ((0,), (1,))
    assert [die.value for die in bar.scene.dice]
    bar.press(Button.END)
    assert isinstance(bar.scene, PlayView)
    assert bar.actions == []
    bar.table.rest()
    assert bar.actions == [], "the dice of the last match were not thrown in this one"
    bar.table.throw_all(2, 3, 5)
    assert bar.actions == [Roll((2, 3, 5))]


def test_the_loser_may_lead_the_next_match(bar: Bar) -> None:
    played_to_the_end(bar)
    bar.table.time += READ_S
    bar.press(Button.KEEP_2)
    assert bar.evening.match is not None
    assert bar.evening.match.wait == Throw(1, (1, 2, 3))
    assert bar.evening.match.record.first == 1
    bar.press(Button.MENU)
    bar.choose("End the match")
    bar.choose("Yes, end it")
    poster = bar.scene
    assert isinstance(poster, AttractView)
    assert dict(poster.last[0].values)["name"] == "Marie", "a rematch does not forget who won"


def test_the_last_hand_of_a_match_can_be_corrected(bar: Bar) -> None:
    played_to_the_end(bar)
    bar.table.press(KEEPS[0], long=True)
    bar.press(Button.END)
    assert bar.evening.match is not None
    assert bar.evening.match.corrections == 1


def test_after_a_while_the_end_makes_way_for_the_next_guests(bar: Bar) -> None:
    played_to_the_end(bar)
    bar.evening.tick(bar.table.time + END_IDLE_S + 1)
    assert isinstance(bar.scene, AttractView)
    assert bar.scene.last is not None


@pytest.mark.parametrize("name", [known.name for known in games()])
def test_every_game_can_be_begun_and_shown(bar: Bar, name: str) -> None:
    seats = game(name).seats.start
    bar.evening.begin(name, None, {}, ["Marie", "Jean", "Lucie", "Paul"][:seats])
    assert isinstance(bar.scene, PlayView)
    assert bar.evening.expectation.dice is None or bar.evening.expectation.dice > 0


def test_a_draw_is_made_by_a_press() -> None:
    evening = Evening(Journal(), rng=Random(3))
    table = MadeUpTable(evening.scene, evening.press)
    match = evening.begin("four_twenty", None, {}, ["A", "B", "C"])
    if isinstance(match.wait, Throw):
        pytest.skip("nothing is drawn in this game as it is")
    table.end()
    assert isinstance(match.wait, Throw)


def test_rules_can_be_read_before_the_match(bar: Bar) -> None:
    bar.press(Button.END, Button.KEEP_5)
    assert bar.menu.reading
    assert [item.label for item in bar.menu.items] == list(games()[0].rules)
    bar.press(Button.END, Button.END, Button.KEEP_5)
    assert bar.menu.reading
    bar.press(Button.MENU)
    assert not bar.menu.reading


def test_a_house_rule_shows_at_once_which_hands_it_moves(bar: Bar) -> None:
    bar.press(Button.END)
    bar.choose(game("le_421").title.message)
    bar.choose("House rules…")
    assert bar.menu.ladder is not None
    before = [hand.dice for hand in bar.menu.ladder.hands]
    assert not bar.menu.ladder.moved
    titles = [item.label.message for item in bar.menu.items]
    for _ in range(titles.index("Hands go by")):
        bar.press(Button.KEEP_2)
    bar.press(Button.KEEP_4)
    assert bar.menu.ladder.moved
    assert [hand.dice for hand in bar.menu.ladder.hands] != before


def test_the_house_takes_a_seat_but_not_the_last_one(bar: Bar) -> None:
    bar.press(Button.END, Button.END, Button.END)
    bar.press(Button.KEEP_3, Button.KEEP_2, Button.KEEP_3)  # two players, the first: one back from the first name
    assert [player.house for player in bar.menu.players] == [True, False]
    bar.press(Button.KEEP_2, Button.KEEP_3)
    assert [player.house for player in bar.menu.players] == [True, False], "somebody must play"
    bar.press(Button.END)
    assert isinstance(bar.scene, PlayView)
    assert [player.house for player in bar.scene.players] == [True, False]
    assert bar.scene.players[0].name == "House"


def test_a_new_name_is_written_and_remembered(bar: Bar, path: Path) -> None:
    bar.press(Button.END, Button.END, Button.END, Button.KEEP_2, Button.KEEP_5)
    assert isinstance(bar.scene, NameView)
    bar.press(Button.KEEP_5, Button.KEEP_4, Button.KEEP_5, Button.END)
    assert bar.menu.players[0].name == "Ab"
    bar.press(Button.END)
    after = Bar(path)
    assert isinstance(after.scene, PlayView)
    after.press(Button.MENU)
    after.choose("End the match")
    after.choose("Yes, end it")
    after.press(Button.END, Button.END, Button.END)
    assert after.menu.players[0].name == "Ab", "whoever sat here last sits down first"


def test_how_it_stands_is_one_page_of_the_menu(bar: Bar) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.press(Button.MENU)
    bar.choose("How it stands")
    assert isinstance(bar.scene, StandingView)
    assert bar.scene.now == (0, 0)
    bar.press(Button.END)
    assert isinstance(bar.scene, MenuView)


def test_menu_on_the_poster_opens_what_can_be_set(bar: Bar) -> None:
    bar.press(Button.MENU)
    bar.choose("Language")
    assert bar.evening.view.language == "fr"
    bar.press(Button.KEEP_2, Button.KEEP_4)
    assert bar.evening.view.sound is Sound.PARTY
    bar.press(Button.KEEP_1, Button.KEEP_1, Button.END)
    assert bar.menu.title.message == "Which game?"


def test_the_poster_keeps_the_winner_and_the_hand_of_the_evening(bar: Bar, path: Path) -> None:
    played_to_the_end(bar)
    assert isinstance(bar.scene, EndView)
    assert bar.scene.pays == 1
    assert bar.scene.course is not None
    assert bar.scene.play is not None
    bar.table.time += READ_S
    bar.press(Button.KEEP_1, Button.MENU)
    poster = bar.scene
    assert isinstance(poster, AttractView)
    assert dict(poster.last[0].values)["name"] == "Marie"
    assert [die.value for die in poster.dice] == [4, 2, 1]
    assert all(die.picture is not None for die in poster.dice)
    later = Bar(path).scene
    assert isinstance(later, AttractView)
    assert later.last == poster.last
    assert later.dice == ()


def test_nobody_is_urged_as_the_match_begins(bar: Bar) -> None:
    bar.evening.tick(5000.0)
    bar.begin()
    bar.evening.tick(5001.0)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.notice is None
    bar.evening.tick(5090.0)
    assert bar.scene.notice is not None, "by now somebody has forgotten whose turn it is"


def test_a_throw_that_counts_closes_the_menu(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.table.throw(6, 6, 6)
    assert isinstance(bar.scene, PlayView)
    assert bar.actions == [Roll((6, 6, 6))]


def test_the_menu_corrects_a_die_too(bar: Bar) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6)
    bar.press(Button.MENU)
    bar.choose("A die was misread")
    assert isinstance(bar.scene, DialogView)
    assert [die.value for die in bar.scene.dice] == [6, 6, 6], "nobody has said yet which one"
    bar.press(Button.KEEP_2, Button.END)
    assert bar.evening.match is not None
    assert bar.evening.match.corrections == 1


def test_what_is_wrong_is_shown_in_the_picture_of_that_moment(bar: Bar) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6, doubted=(2, DoubtKind.COCKED))
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.trouble
    assert bar.scene.look is PICTURE
    bar.table.throw_all(6, 6, 5)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.look is None


def test_buttons_offer_only_what_the_rules_allow(bar: Bar) -> None:
    bar.evening.begin("mexico", None, {}, ["Marie", "Jean"], 0)
    bar.table.throw(6, 5)
    assert set(bar.evening.view.keys) == {Button.END, Button.MENU}, "both dice are thrown again, or none"
    bar.table.throw_all(4, 1)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.notice is not None
    assert "next player" not in bar.scene.notice.message, "to throw both again is no mistake here"


def test_a_match_that_goes_on_after_a_restart_is_shown_however_long_the_machine_is_on(path: Path) -> None:
    Bar(path).begin()
    later = Evening(Journal(path), now=20_000.0)
    later.tick(20_000.1)
    assert isinstance(later.view.scene, PlayView)
