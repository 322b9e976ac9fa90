"""A match under way, or over and still shown: its referee, the draw where the rules want one, and its end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hardware.presses import Button, Press, PressKind
from kiosk.games.core import Draw, Lead
from kiosk.games.text import say
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.keys import soft_keys
from kiosk.referee.referee import Referee
from kiosk.session.cutouts import Cutouts
from kiosk.session.result import Result
from kiosk.view import PlayView, SoftKey, SoftKeys, View
from vision.types import Image, Scene


class MatchSession:
    """A match with whatever watches over it.

    Attributes:
        ending: how the match ended, once it is over.
    """

    def __init__(self, match: Match, referee: Referee, rng: Random, cutouts: Cutouts | None = None) -> None:
        """`rng` draws a leader; `cutouts` keeps pictures of dice that were corrected."""
        self.match = match
        self.referee = referee
        self.result: Result | None = None
        self._rng = rng
        self._cutouts = cutouts
        self._seen: Image | None = None
        self._look: tuple[tuple[object, ...], Image] | None = None
        """The picture that the screen points into, and where."""

    def scene(self, scene: Scene) -> None:
        """What the table looks like now."""
        self._seen = scene.image
        self.referee.scene(scene)

    def press(self, press: Press, now: float) -> None:
        """Buttons but MENU and those of the end, which are the session's, unless the dialog is open."""
        match, referee, dialog = self.match, self.referee, self.referee.dialog
        end = press.kind is PressKind.SHORT and Button.END in press.buttons
        if end and dialog is None and isinstance(match.wait, Draw):
            match.act(Lead(self._rng.choice(match.wait.seats)), time=now)
            return
        referee.press(press)
        accepted = referee.dialog is None and Button.END in press.buttons
        if self._cutouts is not None and dialog is not None and accepted:
            self._cutouts.save(dialog)

    def follow(self, now: float) -> None:
        """The match has gone on: it may have ended, or not after all."""
        if not self.match.over:
            self.result = None
        elif self.result is None:
            self.result = Result(self.match, now)

    @property
    def view(self) -> View:
        """What the screen shows of it."""
        view = self.referee.view
        if not isinstance(view, PlayView):
            return view
        if isinstance(self.match.wait, Draw):
            view = replace(view, prompt=prompts.DRAW)
        view = self._looking(view)
        return view if self.result is None else self.result.view(view)

    def keys(self, now: float) -> SoftKeys:
        """What the buttons do now, and which are lit."""
        if self.referee.dialog is None and self.result is not None:
            return self.result.keys(now)
        if self.referee.dialog is None and isinstance(self.match.wait, Draw):
            return {Button.END: SoftKey(say("Draw"), lit=True), Button.MENU: SoftKey(say("Menu"))}
        return {Button.MENU: SoftKey(say("Menu")), **soft_keys(self.referee.keys)}

    def _looking(self, play: PlayView) -> PlayView:
        """The play with the picture of what is wrong, as it was when it was noticed."""
        if not play.trouble or self._seen is None:
            self._look = None
            return play
        if self._look is None or self._look[0] != play.trouble:
            self._look = play.trouble, self._seen
        return replace(play, look=self._look[1])
