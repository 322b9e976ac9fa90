"""One turn at a simulated table as a moving picture: the hand and the dice that fall, beside the screen."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame

from hardware.panel import KEEPS, Button, Panel, PanelPins
from hardware.simulator import SimulatedTable
from hardware.simulator.fingers import Fingers as Pins
from kiosk.games.core import Event, Throw, Wait
from kiosk.games.game import Game
from kiosk.games.registry import game
from kiosk.match.journal import Journal
from kiosk.pipeline.pipeline import Pipeline
from kiosk.screen.painter import Painter
from kiosk.session.session import Session
from kiosk.session.setup import NAMES
from kiosk.session.start import Start
from kiosk.simulation.guests.eyes import GuestEyes
from kiosk.simulation.guests.fingers import GuestFingers, Tempo
from kiosk.view import PlayView
from vision.reading.reader import Reader
from vision.types import Frame, Image
from workshop.gallery.filmed import HAND
from workshop.gallery.played import until

SEATS = 3
CHANCE = 70
"""Seed of the match up to this turn: three players have tokens of their own, and the last of the round is to throw."""
TABLE = 22
"""Seed of the table: the first throw brings two dice of the hand, the second one the third."""
LOOK = "felt"
SIZE = (800, 450)
"""Width and height of the screen, pixels."""
HIGH = 360
"""Height at which screen and tray stand side by side, pixels."""
TRAY = (160, 1120)
"""The columns of the camera's picture in which dice fall, of 1280."""
GAP = 8
"""Pixels between tray and screen."""
FPS = 12.0
"""Pictures a second, of the camera's and of the moving one; the watcher wants eight."""
TEMPO = Tempo(press=0.1, pause=0.3, hold=1.0, think=(0.9, 0.9), patience=5.0)
BEFORE_S, AFTER_S = 0.4, 3.0
"""What is shown of the moments before the first hand reaches in, and after the turn has ended."""
LONGEST_S = 30.0
FILMED_FROM_S = 1.6
"""Until then a hand shakes the dice beside the tray, and nothing is to be seen."""


class Guest:
    """Plays one turn for the best hand: throws, keeps what belongs to it, throws the rest, ends the turn."""

    def __init__(self, table: SimulatedTable, buttons: Pins) -> None:
        self._table = table
        self._eyes = GuestEyes(table)
        self._fingers = GuestFingers(buttons, TEMPO)
        self._thrown = False
        self._serial: int | None = None
        self._ready = BEFORE_S

    def move(self, now: float) -> None:
        """Let the fingers press and let go."""
        self._fingers.move(now)

    def act(self, play: PlayView, now: float) -> None:
        """See the screen, and begin whatever comes next."""
        if play.serial != self._serial:
            self._serial, self._thrown = play.serial, False
            self._ready = max(self._ready, now + TEMPO.think[0])
        if now < self._ready or self._fingers.busy or self._thrown:
            return
        keep, missing = [], list(HAND)
        for die in play.dice:
            if die.value in missing:
                missing.remove(die.value)
                keep.append(die)
        if not missing:
            self._ready = self._fingers.press([Button.END], now) + TEMPO.patience
        elif unmarked := [die.button for die in keep if die.button and not die.kept]:
            self._ready = self._fingers.press([KEEPS[button - 1] for button in unmarked], now) + TEMPO.think[0] / 2
        else:
            kept = {self._eyes.find(die) for die in keep}
            self._table.throw([die for die in range(self._table.dice) if die not in kept])
            self._thrown = True


def film(name: str, preset: str, size: tuple[int, int] = SIZE, seed: int = TABLE) -> Iterator[Image]:
    """The tray and the screen beside it, BGR, `FPS` a second, in the last turn of a round."""
    rules = game(name)(preset)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        journal = stack.enter_context(closing(Journal(folder / "turn.sqlite3")))
        session = Session(journal, start=Start(resume=False))
        match = session.begin(name, preset, {}, NAMES[:SEATS], 0)
        match.act(*until(rules, SEATS, _last_of_the_round(rules), seed=CHANCE)[0], time=0.0)
        table = SimulatedTable(seed, rules.dice, fps=FPS, look=LOOK, brisk=False)
        pins = Pins(PanelPins())
        panel = stack.enter_context(closing(Panel(PanelPins(), pins.factory)))
        pipeline = Pipeline(session, journal, Reader(), relock=lambda: None)
        guest, painter = Guest(table, pins), Painter(size)
        until_s, seat = LONGEST_S, rules.view(match.state).seat
        while table.time < until_s:
            frame = Frame(table.advance(), table.time)
            now = table.time
            guest.move(now)
            shown = pipeline.step(frame, None, panel.poll(now), panel.held, now)
            panel.light(shown.view.lamps)
            play = shown.view.scene
            assert isinstance(play, PlayView)
            if play.game.seat != seat:
                until_s = min(until_s, now + AFTER_S)
            elif table.idle:
                guest.act(play, now)
            painter.paint(shown.view, now)
            if now > FILMED_FROM_S:
                yield beside(frame.image, picture(painter.surface))


def beside(camera: Image, screen: Image) -> Image:
    """The tray as the camera sees it, and the screen to its right."""
    tray = camera[:, TRAY[0] : TRAY[1]]
    scaled = [
        cv2.resize(image, (round(image.shape[1] * HIGH / image.shape[0]), HIGH), interpolation=cv2.INTER_AREA)
        for image in (tray, screen)
    ]
    return np.ascontiguousarray(np.hstack([scaled[0], np.zeros((HIGH, GAP, 3), np.uint8), scaled[1]]), np.uint8)


def picture(surface: pygame.Surface) -> Image:
    """A surface as OpenCV keeps pictures."""
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1])


def _last_of_the_round(rules: Game[Any]) -> Any:
    """Whether the last player of a round is to throw, who may throw more than once, and everybody has tokens."""

    def found(state: Any, wait: Wait, _: tuple[Event, ...]) -> bool:
        view = rules.view(state)
        shown = sum(seat.hand is not None for seat in view.seats)
        begins = isinstance(wait, Throw) and len(wait.slots) == rules.dice and view.rolls_used == 0
        return begins and shown == len(view.seats) - 1 and view.rolls_allowed == 3 and all(s.tokens for s in view.seats)

    return found
