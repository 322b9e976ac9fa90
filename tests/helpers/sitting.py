"""A match at a session, and the table that it is played at."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from made_up import MadeUpTable

from hardware.faults import CameraFault, CameraFaultKind
from hardware.panel import KEEPS, Button
from kiosk.games.core import Throw
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.referee.dialog import Dialog
from kiosk.referee.keeping import Keeping
from kiosk.referee.keys import Keys
from kiosk.referee.referee import Referee
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.play_modes import DialogMode
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.view import DialogView, PageView, PlayView, View

LOST = camera_trouble(CameraFault(CameraFaultKind.HANGS))


class Sitting:
    """Marie and Jean at a game, with the dice falling as told."""

    def __init__(
        self,
        name: str,
        preset: str | None = None,
        options: Mapping[str, str | int] | None = None,
        *,
        first: int | None = None,
        keeping: Keeping = Keeping.BUTTONS,
        players: tuple[str, ...] = ("Marie", "Jean"),
    ) -> None:
        self._sit(Start(keeping=keeping))
        self.session.begin(name, preset, options or {}, players, first)
        self.table.empty()

    @classmethod
    def nobody(cls, start: Start) -> Sitting:
        """A table at which nobody plays yet."""
        sitting = cls.__new__(cls)
        sitting._sit(start)
        sitting.table.empty()
        return sitting

    def _sit(self, start: Start, journal: Journal | None = None) -> None:
        self._journal = journal or Journal()
        self._start = start
        self.session = Session(self._journal, start=start, rng=Random(1))
        self.table = MadeUpTable(self.session.scene, self.session.press)

    @property
    def match(self) -> Match:
        assert self.session.match is not None
        return self.session.match

    def cut_off(self) -> None:
        """The power goes and comes back, and dice may have been thrown meanwhile; nothing lies there yet."""
        self._sit(self._start, self._journal)

    def to_the_first_turn(self) -> None:
        self.table.throw(6, 6, 6)
        self.table.throw_all(1, 1, 2)
        assert self.match.wait == Throw(0, (1, 2, 3))

    # --- fingers ---

    def choose(self, label: str) -> None:
        """Open the menu, and press END on this line, before the next picture."""
        self._quickly(Button.MENU)
        assert isinstance(self.scene, PageView)
        labels = [item.label.message for item in self.scene.items]
        self._quickly(*[Button.KEEP_2] * labels.index(label), Button.END)

    def undo(self) -> None:
        self.choose("Undo")

    def leaves(self, seat: int) -> None:
        """This one goes, and the house plays on."""
        self.choose("Somebody leaves")
        self._quickly(*[Button.KEEP_2] * seat, Button.END)

    def _quickly(self, *buttons: Button) -> None:
        for button in buttons:
            self.table.press(button, after=0.01)

    def correct(self) -> Dialog:
        """Say that a die was misread, not yet which."""
        self.choose("A die was misread")
        return self.dialog

    def blind(self, *, blind: bool = True) -> None:
        self.session.camera_fails(LOST if blind else None)

    # --- what is so ---

    @property
    def referee(self) -> Referee:
        assert self.session._play is not None
        return self.session._play.referee

    @property
    def scene(self) -> View:
        return self.session.view.scene

    @property
    def play(self) -> PlayView:
        assert isinstance(self.scene, PlayView)
        return self.scene

    @property
    def asked(self) -> DialogView:
        assert isinstance(self.scene, DialogView)
        return self.scene

    @property
    def dialog(self) -> Dialog:
        mode = self.session.modes[-1]
        assert isinstance(mode, DialogMode)
        return mode.dialog

    @property
    def keys(self) -> Keys:
        return self.session.modes[-1].keys

    @property
    def prompt(self) -> str:
        return self.play.prompt.message

    @property
    def lit(self) -> list[int]:
        return [number for number, key in enumerate(KEEPS, 1) if key in self.keys and self.keys[key].lit]


def at_421() -> Sitting:
    """A match of 421 that has not begun; after the roll-off Marie leads a round of up to three rolls."""
    return Sitting("le_421", "classique", {"charge_rolls": 3})
