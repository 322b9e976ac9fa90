"""Made-up views, one for every scene, in the words of the table: what the book and the tests show."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from hardware.presses import KEEPS, Button
from kiosk.games.core import Choose, Happening, Roll, Stop
from kiosk.games.registry import game, games
from kiosk.games.text import say
from kiosk.match.log import Record
from kiosk.referee import prompts
from kiosk.referee.keys import soft_keys
from kiosk.ruling import RulingId
from kiosk.session import page, play_modes
from kiosk.view import DialogView, DieView, SoftKey, SoftKeys, TableView
from workshop.gallery import played
from workshop.gallery.filmed import HAND, tray
from workshop.gallery.matches import (
    after,
    charge,
    choice,
    coached,
    dice,
    end,
    half_house,
    match,
    next_throw,
    of_game,
    picking,
    playing,
    shown,
    standing,
    tokens_move,
    trouble,
)
from workshop.gallery.pages import LEAGUE, NO_PAGES, pages

TURN = ("le_421", "classique")
"""What is played in the moving picture of a turn: the game and its house rules."""

THROW_KEYS: SoftKeys = {Button.MENU: SoftKey(page.MENU)}
DIALOG_KEYS: SoftKeys = {
    **{button: SoftKey(play_modes.make_it(value)) for button, value in zip(KEEPS, (3, 5, 6), strict=False)},
    Button.END: SoftKey(play_modes.ACCEPT, lit=True),
    Button.MENU: SoftKey(page.BACK),
}
RULES_KEYS: SoftKeys = {Button.END: SoftKey(page.CHOOSE, lit=True), Button.MENU: SoftKey(page.BACK)}
END_KEYS: SoftKeys = {
    Button.END: SoftKey(say("Once more"), lit=True),
    Button.KEEP_1: SoftKey(say("Other game"), lit=True),
    Button.KEEP_2: SoftKey(say("Loser leads"), lit=True),
    Button.MENU: SoftKey(page.MENU),
}


@cache
def scenes() -> tuple[tuple[str, TableView], ...]:
    """Every scene, named; it takes some seconds to play the matches that they are of."""
    return tuple(_scenes())


def _scenes() -> Iterator[tuple[str, TableView]]:
    yield from pages()
    yield from _matches()
    for known in games():
        yield f"game-{known.name}", of_game(known.name)
        rules = page.rules_page(NO_PAGES, known())
        for leaf in ("rules", "worth", "words"):
            yield f"{leaf}-{known.name}", TableView(rules.view, soft_keys(rules.keys))
            rules.keys[Button.KEEP_5].do()
    for seats in (1, 3, 8):
        yield f"sheet-{seats}", picking("yams", seats)
    yield "sheet-plus-and-minus", picking("yams", 8, preset="plus_moins")
    yield "high-or-low", picking("chicago", 4, 1)
    yield from _parts_of_games()
    yield "sheet-simulated", replace(picking("yams", 4), camera=tray())
    yield "standing", TableView(standing("le_421", 5), RULES_KEYS)
    yield "standing-points", TableView(standing("four_twenty_one", 8), RULES_KEYS)
    yield "end", TableView(end(4), END_KEYS)
    told = replace(end(4), link=LEAGUE.page_of(Record("12", "le_421", None, {}, (), None)))
    yield "end-league", TableView(told, END_KEYS)
    yield "end-league-points", TableView(replace(end(3, "threes_away_high"), link=told.link), END_KEYS)
    yield "end-eight", TableView(end(8), END_KEYS, camera=tray())
    for name in ("threes_away_high", "dix_mille", "yams", "schocken", "chicago", "cochon", "poker_d_as"):
        yield f"end-{name}", TableView(end(3, name), END_KEYS)


def _parts_of_games() -> Iterator[tuple[str, TableView]]:
    """What only some games have."""
    yield "lives", of_game("chicago", preset="leben")
    yield "turning", of_game("chicago", wanted=lambda _, wait: bool(wait.turns))
    yield "final", of_game("schocken", 3, wanted=lambda state, _: state.half == 2)
    yield "named-faces", of_game("poker_d_as", 8)
    yield "named-faces-tokens", of_game("poker_d_as", 8, "jetons")
    yield "worst-pays", of_game("poker_d_as", preset="jetons")
    yield "six-dice", of_game("dix_mille", 8)
    yield "banking", of_game("dix_mille", wanted=lambda _, wait: wait.may_stop)
    yield "banking-simulated", replace(of_game("cochon", 8, "deux_des"), camera=tray())
    for name in ("chicago", "dix_mille", "yams"):
        yield f"standing-{name}", TableView(standing(name, 4), RULES_KEYS)


def _matches() -> Iterator[tuple[str, TableView]]:
    """A match, from the roll-off to a correction."""
    yield "roll-off", TableView(match(4, [], first=None), THROW_KEYS)
    yield "throw", TableView(charge(), THROW_KEYS)
    yield "throw-simulated", TableView(charge(), THROW_KEYS, camera=tray())
    yield "tokens", TableView(tokens_move(), THROW_KEYS)
    yield "next-throw", TableView(next_throw(), THROW_KEYS)
    yield "choice", playing(choice())
    yield "coached", playing(coached())
    yield "choice-simulated", playing(choice(), camera=tray())
    yield "trouble", playing(replace(trouble(), close_up=tray()))
    yield "trouble-simulated", playing(trouble(), alert=prompts.SENTENCES[RulingId.NO_CAMERA], camera=tray())
    yield "two", of_game("le_421", 2)
    yield "red-and-blue", of_game("four_twenty", 2)
    yield "eight", playing(choice(8))
    yield "eight-simulated", playing(choice(8), camera=tray())
    yield "house-seats", playing(replace(choice(), players=half_house(4)))
    cuts = dice(HAND)
    said = (cuts[0], replace(cuts[1], value=3, corrected=True), cuts[2])
    yield "correct", TableView(DialogView(choice(), play_modes.CORRECT, said, 1), DIALOG_KEYS)
    entered = tuple(DieView(value, button=number) for number, value in enumerate((4, None, None), 1))
    yield "enter", TableView(DialogView(charge(), play_modes.ENTER, entered, 1), DIALOG_KEYS, camera=tray())


MOMENTS: dict[str, tuple[str, Happening, int]] = {
    "end-of-the-charge": ("le_421", Happening.PHASE, 4),
    "rampo": ("le_421", Happening.TIE, 4),
    "out": ("le_421", Happening.OUT, 3),
    "out-of-lives": ("mexico", Happening.OUT, 3),
    "bust": ("cochon", Happening.BUST, 3),
    "all-at-stake-lost": ("dix_mille", Happening.BUST, 4),
    "schock-aus": ("schocken", Happening.SPECIAL, 4),
    "plays-high": ("chicago", Happening.SPECIAL, 8),
}
"""Great news: the game, what happens, and among how many."""


def moments() -> Iterator[tuple[str, TableView]]:
    """Pictures in which something has just happened, to be painted after one of the same match."""
    for name, (known, what, seats) in MOMENTS.items():
        state, events, serial = played.happened(known, what, seats)
        yield name, TableView(shown(game(known)(), state, seats, events, serial), THROW_KEYS)
    rules_ = game("le_421")("classique", {"tokens": 10})
    state = rules_.start(4, 0)
    for roll in (Roll((6, 3, 1)), Roll((4, 2, 1)), Roll((3, 2, 2)), Roll((5, 5, 5))):
        state, events = rules_.apply(state, roll)
    yield "espagnole", TableView(shown(rules_, state, 4, events, 4), THROW_KEYS)
    sixes, rules_ = Roll((6, 6, 6, 6, 6)), game("yams")("yahtzee")
    state, events = after(rules_, 1, [sixes, Stop(), Choose("yams"), sixes, Stop()], 0)
    yield "another-yams", TableView(shown(rules_, state, 1, events, 5), THROW_KEYS)
