"""The modes of a match under way: play as its referee has it, and the dialog that asks what dice show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from hardware.presses import Button, Press, PressKind
from kiosk.games.core import Draw, Lead
from kiosk.games.text import say
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.dialog import Dialog
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.referee.referee import Referee
from kiosk.ruling import Ruling, RulingId
from kiosk.session.cutouts import Cutouts
from kiosk.session.menu import MENU
from kiosk.session.modes import Mode
from kiosk.view import DialogView, Picked, PlayView
from vision.types import Box, Image, Scene


class RefereeMode(Mode):
    """A mode whose presses the referee hears of."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    def press(self, press: Press, goes_on: Callable[[], bool]) -> None:
        """Several buttons held are no wish: the referee says so."""
        if press.kind is PressKind.LONG and len(press.buttons) > 1 and self.referee.dialog is None:
            self.referee.press(press)
            return
        self.referee.stir(press.time)
        super().press(press, goes_on)


class PlayMode(RefereeMode):
    """A match under way; the draw of who begins, where the rules want one."""

    def __init__(self, match: Match, referee: Referee, menu: Deed, now: Callable[[], float], rng: Random) -> None:
        """`menu` opens the menu of the match; `now` is the clock of the scenes and presses; `rng` draws a leader."""
        super().__init__(referee)
        self.match = match
        self._menu = menu
        self._now = now
        self._rng = rng
        self._image: Image | None = None
        self._noticed: tuple[tuple[Box, ...], Image] | None = None
        """Where something is wrong, and the picture in which it was noticed."""

    @property
    def view(self) -> PlayView:
        """The play, with the picture of what is wrong as it was when it was noticed."""
        play = self.referee.play
        if isinstance(self.match.wait, Draw):
            play = replace(play, prompt=prompts.DRAW, ruling=Ruling(RulingId.DRAW))
        if not play.trouble or self._image is None:
            self._noticed = None
            return play
        if self._noticed is None or self._noticed[0] != play.trouble:
            self._noticed = play.trouble, self._image
        return replace(play, look=self._noticed[1])

    @property
    def keys(self) -> Keys:
        """The referee's, the draw and the menu."""
        draw = {Button.END: Key(say("Draw"), self._draw)} if isinstance(self.match.wait, Draw) else {}
        return {Button.MENU: Key(MENU, self._menu, lit=False), **self.referee.keys, **draw}

    @property
    def holds(self) -> Mapping[Button, Deed]:
        """A KEEP button held corrects its die; END held enters a throw by hand."""
        return self.referee.holds

    def pick(self, picked: Picked) -> None:
        """Somebody tapped a box of the sheet."""
        if picked.title == self.match.title and isinstance(picked.what, str):
            self.referee.tap(picked.what)

    def explain(self, button: Button) -> None:
        """The referee says why."""
        self.referee.explain(button)

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether the match has gone on."""
        serial = self.match.serial
        self._image = scene.image
        self.referee.scene(scene)
        return self.match.serial != serial

    def tick(self, time: float) -> None:
        """Time passes."""
        self.referee.tick(time)

    def _draw(self) -> None:
        wait = self.match.wait
        assert isinstance(wait, Draw)
        self.match.act(Lead(self._rng.choice(wait.seats)), time=self._now())


class DialogMode(RefereeMode):
    """People say what dice show."""

    def __init__(self, dialog: Dialog, play: PlayMode, cutouts: Cutouts | None) -> None:
        """`cutouts` keeps pictures of the dice that are corrected."""
        super().__init__(play.referee)
        self.dialog = dialog
        self._play = play
        self._cutouts = cutouts

    @property
    def view(self) -> DialogView:
        """The dialog over the play."""
        return self.dialog.view(self.referee.play)

    @property
    def keys(self) -> Keys:
        """The referee's."""
        keys = self.referee.keys
        return {**keys, Button.END: replace(keys[Button.END], do=self._accept)}

    def _accept(self) -> None:
        self.referee.accept()
        if self._cutouts is not None:
            self._cutouts.save(self.dialog)
