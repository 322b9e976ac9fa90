"""A session, the table before it, and fingers on its buttons: dice fall as they are told to, and time is advanced."""

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from made_up import PICTURE, MadeUpTable
from readers import read_die

from hardware.faults import CameraFault, CameraFaultKind
from hardware.panel import KEEPS, Button
from kiosk.games.game import Game
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.odds.odds import Odds
from kiosk.referee.dialog import Dialog
from kiosk.referee.keeping import Keeping
from kiosk.referee.keys import Keys
from kiosk.referee.referee import Referee
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.play_modes import DialogMode
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.view import DialogView, PageView, PlayView, View
from vision.types import Doubt, Image, Point, Scene, SceneState, TrackedDie

LOST = camera_trouble(CameraFault(CameraFaultKind.HANGS))
QUICKLY_S = 0.01
"""Between presses that come before the next picture."""
RIM: tuple[tuple[Point, Point], ...] = (
    ((200, 100), (1000, 100)),
    ((200, 600), (1000, 600)),
    ((200, 350), (1000, 350)),
    ((600, 100), (600, 600)),
)
"""Where two dice are laid, four times, to teach a table its tray."""
_tracks = count(1000)


def laid(value: int, at: Point, edge: float = 40.0, *, thrown: bool = True) -> TrackedDie:
    """A die that was laid there, and is no other than this one."""
    return TrackedDie(next(_tracks), thrown, read_die(value, at, edge))


_odds: dict[object, Odds] = {}


def odds_once(rules: Game[Any], seats: int, *, background: bool = False) -> Odds:
    """Odds that are worked out once for all matches by the same rules, unless another thread does so."""
    rule = (rules.name, *rules.options.items(), seats)
    if background:
        return Odds(rules, seats, background=True)
    if rule not in _odds:
        _odds[rule] = Odds(rules, seats)
    return _odds[rule]


class Sitting:
    """Whoever sits at a table; at another one on the same `path`, at the same table after a power cut.

    `given` goes to the session.
    """

    def __init__(self, start: Start | None = None, *, path: Path | None = None, **given: Any) -> None:
        self.path = path
        self.journal = Journal(path)
        self._given = {"start": start, **given}
        self.lost = False
        """Whether there is no camera."""
        self._sit_down()
        self.table.empty()

    def _sit_down(self) -> None:
        self.session = Session(self.journal, rng=Random(1), **self._given)
        self.table = MadeUpTable(self.session.scene, self.session.press)

    def cut_off(self) -> None:
        """The power goes and comes back, and dice may have been thrown meanwhile; nothing lies there yet."""
        self._sit_down()

    def begin(self, *names: str, **options: str | int) -> None:
        """A match of classic 421."""
        self.session.begin("le_421", "classique", options, names or ("Marie", "Jean"))

    def blind(self, *, blind: bool = True) -> None:
        self.lost = blind
        self.session.camera_fails(LOST if blind else None)

    def show(
        self,
        *dice: TrackedDie,
        doubts: tuple[Doubt, ...] = (),
        image: Image = PICTURE,
        state: SceneState | None = None,
        seconds: float = 3.0,
        every_s: float = 0.1,
    ) -> None:
        """This lies there for a while, and nothing moves."""
        state = state or (SceneState.SETTLED if dice or doubts else SceneState.EMPTY)
        for _ in range(round(seconds / every_s)):
            self.table.time += every_s
            self.session.scene(Scene(self.table.time, state, dice, doubts, image))
            self.session.tick(self.table.time)

    def teach_tray(self, edge: float = 40.0) -> None:
        """The whole minute, on the page that is open for it."""
        for lay in ((), *RIM):
            self.show(*(laid(1 + (at[0] > 500), at, edge) for at in lay))

    # --- fingers ---

    def press(self, *buttons: Button, long: bool = False, after: float = 0.5) -> None:
        """One after the other."""
        for button in buttons:
            self.table.press(button, long=long, after=after)
            self.session.tick(self.table.time)

    def go_to(self, label: str) -> None:
        """Down the list to a line, before the next picture; of the menu, where no page is open."""
        if not isinstance(self.scene, PageView):
            self.press(Button.MENU, after=QUICKLY_S)
        assert label in self.labels, self.labels
        while self.labels[self.page.chosen] != label:
            self.press(Button.KEEP_2, after=QUICKLY_S)

    def choose(self, *labels: str) -> None:
        """One line after the other."""
        for label in labels:
            self.go_to(label)
            self.press(Button.END, after=QUICKLY_S)

    def leaves(self, seat: int) -> None:
        """This one goes, and the house plays on."""
        self.choose("Somebody leaves")
        self.press(*[Button.KEEP_2] * seat, Button.END, after=QUICKLY_S)

    def correct(self) -> Dialog:
        """Say that a die was misread, not yet which."""
        self.choose("A die was misread")
        return self.dialog

    # --- what is so ---

    @property
    def match(self) -> Match:
        assert self.session.match is not None
        return self.session.match

    @property
    def actions(self) -> list[object]:
        return list(self.match.actions)

    @property
    def referee(self) -> Referee:
        assert self.session._play is not None
        return self.session._play.referee

    @property
    def scene(self) -> View:
        return self.session.view.scene

    @property
    def page(self) -> PageView:
        assert isinstance(self.scene, PageView)
        return self.scene

    @property
    def labels(self) -> list[str]:
        return [item.label.message for item in self.page.items]

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
    def lit(self) -> list[int]:
        return [number for number, key in enumerate(KEEPS, 1) if key in self.keys and self.keys[key].lit]


def playing(
    name: str,
    preset: str | None = None,
    options: Mapping[str, str | int] | None = None,
    *,
    first: int | None = None,
    keeping: Keeping = Keeping.BUTTONS,
    players: tuple[str, ...] = ("Marie", "Jean"),
    kind: type[Sitting] = Sitting,
) -> Sitting:
    """Marie and Jean at a game, and nothing was thrown yet."""
    sitting = kind(Start(keeping=keeping))
    sitting.session.begin(name, preset, options or {}, players, first)
    return sitting
