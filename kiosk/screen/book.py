"""A book of pictures: every scene from made-up views, in every language and in several sizes, for tests and eyes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from hardware.panel import KEEPS, Button
from kiosk.games.core import Event, GameView, HandView, Happening, SeatView, say, seat_name
from kiosk.locale import languages
from kiosk.screen.painter import Painter
from kiosk.screen.widgets import die
from kiosk.view import (
    AttractView,
    DialogView,
    DieView,
    EndView,
    Item,
    MenuView,
    Player,
    PlayView,
    SoftKey,
    SoftKeys,
    TableView,
)
from vision.types import Image

SIZES = ((1920, 1080), (1280, 720), (1024, 600), (800, 480), (720, 1280), (2560, 1080))
NAMES = ("Marcel", "Anne-Sophie", "Jo", "Bérénice", "Gaël", "Zoé", "Maximilien", "Tante Odette")


def render_book(out: Path, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[Path]:
    """Write every scene, language and size to `out` as PNG files; their paths."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for size in sizes:
        for language in languages():
            for name, view in scenes():
                painter = Painter(size)
                painter.paint(replace(view, language=language), 0.0)
                file = out / f"{name}-{language}-{size[0]}x{size[1]}.png"
                pygame.image.save(painter.surface, file)
                written.append(file)
    return written


def scenes() -> Iterator[tuple[str, TableView]]:
    """Every scene, named; sentences as the evening and the games say them."""
    yield "attract", TableView(attract(), ALL_KEYS)
    yield (
        "attract-last",
        TableView(replace(attract(), last=say("{winner} won the last match", winner="Bérénice"), resumable=True)),
    )
    yield "menu-game", TableView(menu(), MENU_KEYS)
    yield "menu-rules", TableView(house_rules(), MENU_KEYS)
    yield "rules", TableView(rules(), MENU_KEYS)
    yield "menu-players", TableView(seats(5), MENU_KEYS, camera=tray())
    yield "roll-off", TableView(roll_off(), PLAY_KEYS)
    yield "throw", TableView(throw(), PLAY_KEYS)
    yield "choice", TableView(choice(), PLAY_KEYS)
    yield "choice-simulated", TableView(choice(), PLAY_KEYS, camera=tray())
    yield "ended", TableView(ended(), PLAY_KEYS)
    yield "trouble", TableView(trouble(), PLAY_KEYS, alert=say("The camera is lost: looking for it"), camera=tray())
    yield "eight", TableView(choice(seats=8), PLAY_KEYS)
    yield "five-dice", TableView(five_dice(), PLAY_KEYS)
    yield "correct", TableView(correct(), DIALOG_KEYS)
    yield "enter", TableView(enter(), DIALOG_KEYS, camera=tray())
    yield "end", TableView(end(), END_KEYS)
    yield "end-eight", TableView(end(8), END_KEYS, camera=tray())


ALL_KEYS: SoftKeys = {button: SoftKey(lit=True) for button in Button}
MENU_KEYS: SoftKeys = {
    Button.KEEP_1: SoftKey(say("Up"), lit=True),
    Button.KEEP_2: SoftKey(say("Down"), lit=True),
    Button.KEEP_3: SoftKey(say("−"), lit=True),
    Button.KEEP_4: SoftKey(say("+"), lit=True),
    Button.END: SoftKey(say("OK"), lit=True),
    Button.MENU: SoftKey(say("Back")),
}
PLAY_KEYS: SoftKeys = {
    KEEPS[0]: SoftKey(say("Keep"), lit=True),
    KEEPS[1]: SoftKey(say("Keep"), lit=True),
    KEEPS[2]: SoftKey(say("Keep")),
    Button.END: SoftKey(say("End turn"), lit=True),
    Button.MENU: SoftKey(say("Menu")),
}
DIALOG_KEYS: SoftKeys = {
    **{button: SoftKey(say("Next"), lit=True) for button in KEEPS[:3]},
    Button.END: SoftKey(say("Accept"), lit=True),
    Button.MENU: SoftKey(say("Back")),
}
END_KEYS: SoftKeys = {Button.END: SoftKey(say("Rematch"), lit=True), Button.MENU: SoftKey(say("Back"))}
TITLE = say("421, charge and décharge")


def players(count: int = 4) -> tuple[Player, ...]:
    """So many players."""
    return tuple(Player(name, colour) for colour, name in enumerate(NAMES[:count]))


@cache
def tray() -> Image:
    """A camera's picture of three dice on green felt."""
    chance = np.random.default_rng(3)
    image = np.empty((720, 1280, 3), np.float32)
    image[:] = (52, 74, 44)
    image += chance.normal(0, 5, image.shape)
    for value, x, y, angle in ((4, 380, 330, 14.0), (2, 640, 430, -31.0), (1, 900, 300, 52.0)):
        _lay(image, value, (x, y), angle)
    return cv2.GaussianBlur(np.clip(image, 0, 255).astype(np.uint8), (3, 3), 0).astype(np.uint8)


def _lay(image: NDArray[np.float32], value: int, centre: tuple[int, int], angle: float, size: int = 96) -> None:
    drawn = die(size, value)
    colours = pygame.surfarray.array3d(drawn).swapaxes(0, 1)[..., ::-1].astype(np.float32) * 0.86
    alpha = pygame.surfarray.array_alpha(drawn).swapaxes(0, 1).astype(np.float32) / 255
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), angle, 1.0)
    turn[:, 2] += np.asarray(centre, np.float64) - size / 2
    whole = image.shape[1], image.shape[0]
    shadow = cv2.GaussianBlur(cv2.warpAffine(alpha, turn + np.array([[0, 0, 14], [0, 0, 16]]), whole), (0, 0), 9)[
        ..., None
    ]
    image *= 1 - 0.55 * shadow
    over = cv2.warpAffine(alpha, turn, whole)[..., None]
    image[:] = image * (1 - over) + cv2.warpAffine(colours, turn, whole) * over


@cache
def cut_out(value: int) -> Image:
    """A camera's cut-out of one die."""
    chance = np.random.default_rng(value)
    image = np.empty((128, 128, 3), np.float32)
    image[:] = (52, 74, 44)
    image += chance.normal(0, 5, image.shape)
    _lay(image, value, (64, 64), 9.0 * value - 30.0)
    return np.clip(image, 0, 255).astype(np.uint8)


def attract() -> AttractView:
    """All six games."""
    return AttractView(
        (
            TITLE,
            say("Four Twenty One"),
            say("Zanzibar"),
            say("Threes Away, high"),
            say("Threes Away, low"),
            say("420"),
        )
    )


def menu() -> MenuView:
    """The choice of a game."""
    items = tuple(Item(title) for title in attract().games)
    first = replace(items[0], detail=say("Charge: everybody throws once, the worst hand takes tokens from the pot."))
    return MenuView(say("Choose a game"), (first, *items[1:]), 0)


def house_rules() -> MenuView:
    """A list longer than the screen, with values."""
    lines = (
        ("What is a fiche", "Any pair and another die"),
        ("Hands go by", "Fiches, baraques, suites"),
        ("Tokens that move", "The worth of the worst hand"),
        ("Equal worst hands in the charge", "They throw again: rampo"),
        ("Throws in the décharge", "No more than the leader"),
        ("Nénette, 2-2-1", "Its maker takes 2 more"),
        ("4-2-1 is worth", "10 tokens"),
        ("Tokens in the pot", "21 tokens"),
        ("The match ends", "When one player holds everything"),
        ("Who leads the next round", "Who lost the round"),
        ("Throws in the charge", "Up to three each"),
    )
    items = tuple(Item(say(label), value=say(value)) for label, value in lines)
    return MenuView(say("House rules"), items, 5, hint=say("Hands go by"))


def rules() -> MenuView:
    """Six whole sentences."""
    lines = (
        "Charge: everybody throws once, the worst hand takes tokens from the pot.",
        "Décharge: up to three throws; the best hand gives tokens to the worst.",
        "Without tokens you are out and safe; the last holder loses.",
        "Best first: 4-2-1, three aces, then fiches, baraques, suites, the rest; nénette is last.",
        "A fiche is worth its single die, a baraque its face, a suite 2, nearly all else 1.",
        "Ties are broken by one throw of three dice; if all are equal nothing moves.",
    )
    return MenuView(TITLE, tuple(Item(say(line)) for line in lines), 0)


def seats(count: int) -> MenuView:
    """Who plays."""
    items = (
        Item(say("Players"), value=say("{n} player", "{n} players", n=count)),
        Item(say("Start")),
    )
    return MenuView(say("Who plays?"), items, 0, players=players(count))


HANDS = (
    HandView((4, 2, 1), say("4-2-1"), say("{n} token", "{n} tokens", n=10), 1, 56),
    HandView((6, 3, 1), say("6-3-1"), say("{n} token", "{n} tokens", n=1), 34, 56),
    HandView((2, 2, 1), say("nénette"), say("{n} token", "{n} tokens", n=2), 56, 56),
    HandView((5, 5, 5), say("baraque of fives"), say("{n} token", "{n} tokens", n=5), 12, 56),
)


def game(seats: int = 4, seat: int | None = 1, pot: int = 8) -> GameView:
    """A round of the charge, half played."""
    held = [4, 0, 7, 2, 0, 0, 0, 0][:seats]
    hands: list[HandView | None] = [HANDS[1], None, HANDS[2], HANDS[3], *[None] * 4]
    order = tuple((seat_ + 2) % seats for seat_ in range(seats))
    return GameView(
        phase=say("Charge"),
        prompt=say("Throw all {n} dice", "Throw all {n} dice", n=3),
        stake=say("{n} token is at stake", "{n} tokens are at stake", n=5),
        seat=seat,
        hand=(None, None, None),
        kept=frozenset(),
        rolls_used=0,
        rolls_allowed=1,
        named=None,
        pot=pot,
        seats=tuple(SeatView(tokens=held[seat_], hand=hands[seat_]) for seat_ in range(seats)),
        order=order,
    )


def dice(*values: int, kept: tuple[int, ...] = ()) -> tuple[DieView, ...]:
    """Dice on the tray; `kept` counts from 1."""
    return tuple(
        DieView(value, cut_out(value), kept=number in kept, button=number) for number, value in enumerate(values, 1)
    )


def throw() -> PlayView:
    """Waiting for a throw."""
    view = game()
    return PlayView(
        TITLE, view, players(), (), view.prompt, notice=say("{seat} loses the round", seat=seat_name(2)), serial=1
    )


def choice(seats: int = 4) -> PlayView:
    """Dice lie there, two are kept; one of the players is out."""
    state = game(seats)
    out = replace(state.seats[3], out=True, place=1, tokens=0, hand=None)
    state = replace(
        state,
        phase=say("Décharge"),
        hand=(4, 2, 5),
        rolls_used=2,
        rolls_allowed=3,
        named=HandView((5, 4, 2), say("5-4-2"), say("{n} token", "{n} tokens", n=1), 41, 56),
        pot=0,
        seats=(*state.seats[:2], replace(state.seats[2], tokens=15), out, *state.seats[4:]),
    )
    return PlayView(
        TITLE,
        state,
        players(seats),
        dice(4, 2, 5, kept=(1, 2)),
        say("Keep what you like and throw the rest, or end your turn"),
        notice=say("{seat} throws {dice}", seat=seat_name(1), dice="5"),
        serial=1,
        odds=say("4-2-1: {chance}", chance="1/6"),
    )


def ended() -> PlayView:
    """A turn ended by itself, the next begins; tokens move."""
    view = game(seat=2, pot=11)
    event = Event(Happening.TOKENS, say("{n} token", "{n} tokens", n=2), seat=2, amount=2)
    return PlayView(
        TITLE,
        view,
        players(),
        dice(2, 2, 1),
        say("Throw all {n} dice", "Throw all {n} dice", n=3),
        notice=say("Nénette: 2 more for {seat}", seat=seat_name(1)),
        events=(event,),
        serial=2,
        last_hand=(1, HANDS[2]),
    )


def trouble() -> PlayView:
    """A die leans."""
    view = choice()
    box = (592.0, 382.0, 96.0, 96.0)
    bad = replace(view.dice[1], value=None)
    return replace(
        view,
        dice=(view.dice[0], bad, replace(view.dice[2], corrected=True)),
        prompt=say("Die {n} leans: nudge it until it lies flat", n=2),
        warning=True,
        notice=None,
        trouble=(box,),
    )


def roll_off() -> PlayView:
    """Who leads?"""
    view = replace(
        game(seat=0, pot=21), phase=say("Roll-off"), stake=None, seats=tuple(SeatView(tokens=0) for _ in range(4))
    )
    return PlayView(
        TITLE,
        view,
        players(),
        (),
        say("Throw {n} die: the highest leads", "Throw all {n} dice: the highest leads", n=3),
    )


def five_dice() -> PlayView:
    """A game of points with five dice."""
    state = replace(
        game(),
        phase=say("Round {n}", n=2),
        stake=None,
        pot=None,
        hand=(3, 2, 6, 4, 5),
        rolls_used=1,
        rolls_allowed=None,
        seats=tuple(SeatView(score=score) for score in (9, 17, 24, 11)),
    )
    return PlayView(
        say("Threes Away, low"),
        state,
        players(),
        dice(3, 2, 6, 4, 5, kept=(1, 2)),
        say("Choose the dice that stay and throw the rest"),
    )


def correct() -> DialogView:
    """A reading is put right."""
    cuts = dice(4, 2, 1)
    return DialogView(
        choice(), say("What do the dice show?"), (cuts[0], replace(cuts[1], value=3, corrected=True), cuts[2]), 1
    )


def enter() -> DialogView:
    """A throw is entered by hand."""
    entries = tuple(DieView(value, button=number) for number, value in enumerate((4, None, None), 1))
    return DialogView(throw(), say("Enter your throw"), entries, 1)


def end(seats: int = 4) -> EndView:
    """A match is over."""
    order = tuple((seat,) for seat in range(seats - 1, -1, -1))
    return EndView(
        TITLE,
        players(seats),
        order,
        say("{n} die was corrected by hand", "{n} dice were corrected by hand", n=2),
        dice(6, 2, 1),
    )
