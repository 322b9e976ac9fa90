"""The modes of a match: play as its referee sees it, and the dialog in which people say what dice show."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random

from hardware.presses import KEEPS, Button, Press, PressKind
from kiosk.games.core import Draw, Lead
from kiosk.games.text import NUMBERS, Figures, Text, say
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.dialog import Dialog
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.referee.referee import Referee
from kiosk.ruling import NoticeId, Ruling, RulingId
from kiosk.session.cutouts import Cutouts
from kiosk.session.modes import Layer, Mode, Stack
from kiosk.session.page import BACK, MENU
from kiosk.view import DialogView, DieView, Picked, PlayView
from vision.types import Box, Image, Scene

CORRECT = say("What do the dice show?")
ENTER = say("Enter your throw")
ACCEPT = say("Accept")
PREVIOUS_DIE, NEXT_DIE = say("Previous die"), say("Next die")


class RefereeMode(Mode):
    """A mode whose presses the referee hears of."""

    layer = Layer.TABLE

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    @property
    def holds(self) -> Mapping[Button, Deed]:
        """A KEEP button held corrects its die; END held enters a throw by hand."""
        return self.referee.holds

    def press(self, press: Press, goes_on: Callable[[], bool]) -> None:
        """Holding several buttons means nothing: the referee says so."""
        self.referee.pressed_at(press.time)
        if press.kind is PressKind.LONG and len(press.buttons) > 1:
            self.referee.notify(NoticeId.ONE_BUTTON)
        else:
            super().press(press, goes_on)


class PlayMode(RefereeMode):
    """A match under way; the draw of who begins, where the rules want one."""

    def __init__(self, stack: Stack, referee: Referee, menu: Deed, now: Callable[[], float], rng: Random) -> None:
        """`menu` opens the menu of the match; `now` is the clock of the scenes and presses; `rng` draws a leader."""
        super().__init__(referee)
        self.match: Match = referee.match
        self._stack = stack
        self._menu = menu
        self._now = now
        self._rng = rng
        self._image: Image | None = None
        self._noticed: tuple[tuple[Box, ...], Image] | None = None
        """Where something is wrong, and the picture in which it was noticed: a hand may cover the place later."""

    @property
    def view(self) -> PlayView:
        play = self.referee.view
        # The draw for the lead is made by this mode: no dice decide it, so the referee does not know of it.
        if isinstance(self.match.wait, Draw):
            play = replace(play, prompt=prompts.SENTENCES[RulingId.DRAW], ruling=Ruling(RulingId.DRAW))
        if not play.trouble or self._image is None:
            self._noticed = None
            return play
        # The picture is kept until another place is in trouble: by now a hand may be over it.
        if self._noticed is None or self._noticed[0] != play.trouble:
            self._noticed = play.trouble, self._image
        return replace(play, close_up=self._noticed[1])

    @property
    def keys(self) -> Keys:
        draw = {Button.END: Key(say("Draw"), self._draw)} if isinstance(self.match.wait, Draw) else {}
        return {Button.MENU: Key(MENU, self._menu, lit=False), **self.referee.keys, **draw}

    def pick(self, picked: Picked) -> None:
        if picked.title == self.match.title and isinstance(picked.what, str):
            self.referee.tap(picked.what)

    def explain(self, button: Button) -> None:
        self.referee.explain(button)

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether the match has gone on."""
        serial = self.match.serial
        self._image = scene.image
        self.referee.scene(scene, judge=not self._asks)
        return self.match.serial != serial

    def camera_fails(self, *, blind: bool) -> None:
        """Whether there is no camera now."""
        self.referee.camera_fails(blind=blind, judge=not self._asks)

    @property
    def _asks(self) -> bool:
        """Whether the dialog is open: nothing is judged until people have said what the dice show."""
        return self._stack.find(DialogMode) is not None

    def tick(self, time: float) -> None:
        self.referee.tick(time)

    def _draw(self) -> None:
        wait = self.match.wait
        assert isinstance(wait, Draw)
        self.match.act(Lead(self._rng.choice(wait.seats)), time=self._now())


class DialogMode(Mode):
    """People say what dice show: to correct a reading, or to enter a throw without a camera."""

    layer = Layer.TABLE

    def __init__(self, stack: Stack, dialog: Dialog, referee: Referee, cutouts: Cutouts | None) -> None:
        """`cutouts` keeps pictures of the dice that are corrected."""
        self.dialog = dialog
        self._stack = stack
        self._referee = referee
        self._cutouts = cutouts

    @property
    def view(self) -> DialogView:
        dialog, few = self.dialog, len(self.dialog.dice) <= len(KEEPS)
        dice = tuple(
            DieView(
                value, die.picture, button=number if few else None, corrected=value != die.candidates[0], box=die.box
            )
            for number, (die, value) in enumerate(zip(dialog.dice, dialog.values, strict=True), 1)
        )
        return DialogView(self._referee.view, CORRECT if dialog.entry is None else ENTER, dice, dialog.chosen)

    @property
    def keys(self) -> Keys:
        """A button for each die; with more dice than buttons they are gone through one after the other."""
        dialog = self.dialog
        ends = {Button.END: Key(ACCEPT, self._accept), Button.MENU: Key(BACK, self._leave, lit=False)}
        if len(dialog.dice) > len(KEEPS):
            return {
                KEEPS[0]: Key(PREVIOUS_DIE, partial(dialog.move, -1), lit=False),
                KEEPS[1]: Key(NEXT_DIE, partial(dialog.move, 1), lit=False),
                KEEPS[2]: self._step(dialog.chosen),
                **ends,
            }
        return {button: self._step(index) for index, button in enumerate(KEEPS[: len(dialog.dice)])} | ends

    def press(self, press: Press, goes_on: Callable[[], bool]) -> None:
        self._referee.pressed_at(press.time)
        super().press(press, goes_on)

    def _step(self, index: int) -> Key:
        value = make_it(self.dialog.next(index), self._referee.match.game.figures)
        return Key(value, partial(self.dialog.step, index), lit=False)

    def _accept(self) -> None:
        self._stack.leave(self)
        self._referee.accept(self.dialog)
        if self._cutouts is not None:
            self._cutouts.save(self.dialog)

    def _leave(self) -> None:
        self._stack.leave(self)
        self._referee.judge()


def make_it(value: int, figures: Figures = NUMBERS) -> Text:
    """The label of a button that sets a die to `value`; `figures` are the game's names of the faces."""
    return say("Make it {value}", value=figures[value].name if figures else value)
