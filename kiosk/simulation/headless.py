"""One whole match without a screen: simulated table, real reader, watcher, panel, referee and journal, and an audit."""

import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hardware.panel import Panel, PanelPins
from hardware.simulator.camera import FaultyCamera
from hardware.simulator.fingers import Fingers
from hardware.simulator.table import SimulatedTable
from kiosk.games.core import DiceSet, Over
from kiosk.games.options import OptionError, Value
from kiosk.games.registry import game
from kiosk.match.journal import SIMULATED_JOURNAL, Journal
from kiosk.match.match import Match
from kiosk.pipeline.pipeline import Pipeline, Shown
from kiosk.referee.keeping import Keeping
from kiosk.ruling import Ruling
from kiosk.session.session import Session
from kiosk.session.setup import NAMES, USUAL_PLAYERS
from kiosk.session.start import Start
from kiosk.simulation.audit import Audit, rolls
from kiosk.simulation.faults import FaultInjector, Targets
from kiosk.simulation.guests.eyes import GuestEyes
from kiosk.simulation.guests.fingers import BRISK, CALM
from kiosk.simulation.guests.habits import HABITS, SOBER, People
from kiosk.simulation.guests.habits import faults as go_wrong
from kiosk.simulation.guests.playing import Guests
from kiosk.simulation.operator import Operator
from kiosk.view import PlayView, TableView
from vision.reading.reader import Reader

FPS = 30.0
TURBO_FPS = 8.0
STUCK_S = 120.0
"""A match that has not gone on for 120 simulated seconds is stuck: no guest needs that long."""


CALIBRATED_S = 300.0
"""The tray must be taught within 300 simulated seconds: four times what the operator takes with two sets of dice."""


class StuckError(RuntimeError):
    """A match that gets no further; the message is one English sentence."""


@dataclass(frozen=True, slots=True)
class HeadlessResult:
    """How a match went.

    Attributes:
        standing: the players by place, first to last, equals together.
        prompts: how often the screen asked to put something right.
        corrections: how many dice were corrected by hand.
        mismatches: every difference between what was counted and what was thrown; a sentence each.
        unnoticed: kept dice that were thrown with the others and still counted as kept, as one of these fell as they
            had lain: the hand is right, and it looks as if they had been put back.
        struck: dice left lying by mistake that counted as thrown, as the others hit them.
    """

    standing: tuple[tuple[str, ...], ...]
    throws: int
    prompts: int
    corrections: int
    mismatches: tuple[str, ...]
    unnoticed: int
    struck: int
    seconds: float


class HeadlessTable:
    """A session at the simulated table: everything but the screen is what a real table has, and nothing is skipped.

    One thread, one step for each picture of the camera: the same seed, the same session.

    Args:
        session: what is played, and is kept in `journal`.
        dice: how many there are, all sets together.
        seed: decides the table's looks, every throw, and what the guests like.
        sets: of dice, one for each player where there are two.
        look: of the table, by name; None lets the seed choose.
        turbo: step time instead of waiting for it, with fewer pictures and brisk guests.
        habits: of the guests.
    """

    def __init__(
        self,
        session: Session,
        journal: Journal,
        *,
        dice: int,
        seed: int,
        sets: int = 1,
        look: str | None = None,
        turbo: bool = True,
        habits: str = SOBER,
    ) -> None:
        pins, fps = PanelPins(), TURBO_FPS if turbo else FPS
        self.session = session
        self.fingers = Fingers(pins)
        self.table = SimulatedTable(seed, dice, sets=sets, fps=fps, look=look, brisk=turbo)
        self.camera = FaultyCamera(self.table)
        tempo = BRISK if turbo else CALM
        self.guests: Guests = People(self.table, self.fingers, seed, tempo, once_more=False, habits=habits)
        self._panel = Panel(pins, self.fingers.factory)
        # A simulated camera never drifts, so nothing is to be locked again.
        self._pipeline = Pipeline(session, journal, Reader(), relock=lambda: None)
        self._turbo = turbo
        self._two_sets = sets > 1
        self._began = time.perf_counter()

    def calibrate(self) -> None:
        """Let the operator teach the table its tray, with its own buttons, before anybody plays."""
        operator = Operator(self.table, self.fingers, two_sets=self._two_sets)
        while not operator.done:
            shown = self.step(operator)
            if self.table.time > CALIBRATED_S:
                raise StuckError(f"The table did not learn its tray: {_on_screen(shown.view)}.")

    def step(self, instead: Operator | None = None) -> Shown:
        """Let one picture's time pass; what is shown then, and seen by the guests or who is there `instead`."""
        present = instead or self.guests
        frame = self.camera.film()
        now = self.table.time
        if not self._turbo:
            time.sleep(max(0.0, self._began + now - time.perf_counter()))
        present.move(now)
        shown = self._pipeline.step(frame, self.camera.fault, self._panel.poll(now), self._panel.held, now)
        self._panel.light(shown.view.lamps)
        present.act(shown.view, now)
        return shown

    def close(self) -> None:
        self._panel.close()


def play_match(
    name: str,
    preset: str | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    players: int | None = None,
    seed: int = 0,
    turbo: bool = False,
    folder: Path | None = None,
    keeping: Keeping = Keeping.BUTTONS,
    habits: str = SOBER,
    calibrated: bool = False,
    faults: Mapping[str, float] | None = None,
    onlooker: Callable[[HeadlessTable, Match], None] | None = None,
) -> HeadlessResult:
    """Play a whole match; the same seed plays the same match. It is kept in `folder`, or nowhere for long.

    `faults` and their chances with every throw come besides those of the `habits`; `onlooker` is shown each picture.

    Raises:
        OptionError: there is no such game, preset, house rule or fault, or it cannot be played by this many.
        StuckError: the match got no further.
    """
    rules = game(name)(preset, options)
    if habits not in HABITS:
        raise OptionError(f"There are no guests with the habits {habits}; there are {', '.join(HABITS)}.")
    players = min(USUAL_PLAYERS, rules.seats[-1]) if players is None else players
    rules.start(players, 0)  # refuses a number of players in a sentence
    sets = 2 if rules.dice_set is DiceSet.OWN else 1
    with (
        tempfile.TemporaryDirectory() as temporary,
        closing(Journal((folder or Path(temporary)) / SIMULATED_JOURNAL)) as journal,
    ):
        session = Session(journal, start=Start(keeping=keeping, resume=False), rng=Random(seed))
        table = HeadlessTable(
            session, journal, dice=rules.dice * sets, seed=seed, sets=sets, turbo=turbo, habits=habits
        )
        with closing(table) as headless:
            rates = {**go_wrong(habits), **(faults or {})}
            try:
                injector = FaultInjector(rates, Targets(headless.table, headless.camera, headless.fingers), seed)
            except ValueError as error:
                raise OptionError(str(error)) from error
            if calibrated:
                headless.calibrate()
            match = session.begin(name, rules.preset, options or {}, NAMES[:players])
            return _audited(headless, match, injector, onlooker)


def _audited(
    headless: HeadlessTable,
    match: Match,
    injector: FaultInjector,
    onlooker: Callable[[HeadlessTable, Match], None] | None,
) -> HeadlessResult:
    began = time.perf_counter()
    audit = Audit(headless.table, headless.guests)
    prompts, asked = 0, None
    moved, serial = headless.table.time, match.serial
    while not headless.guests.done:
        shown = headless.step()
        view = shown.view
        injector.step(len(rolls(match)), busy=headless.guests.pressing, owed=_owed(view, headless))
        audit.compare(match)
        before, asked = asked, _asked(view)
        # A question is counted once, however long it stands.
        prompts += asked not in {None, before}
        if onlooker is not None:
            onlooker(headless, match)
        # A fault that lasts holds the match up, which is not a match that is stuck.
        if match.serial != serial or injector.under_way:
            serial, moved = match.serial, headless.table.time
        if shown.leave:
            raise StuckError(f"Somebody held MENU and END and left after throw {len(rolls(match))}.")
        if headless.table.time - moved > STUCK_S:
            raise StuckError(f"The match got no further after throw {len(rolls(match))}: {_on_screen(view)}.")
    over = match.wait
    assert isinstance(over, Over)
    return HeadlessResult(
        standing=tuple(tuple(match.record.players[seat] for seat in place) for place in over.standing),
        throws=len(rolls(match)),
        prompts=prompts,
        corrections=match.corrections,
        mismatches=audit.mismatches(match),
        unnoticed=audit.unnoticed,
        struck=audit.struck,
        seconds=round(time.perf_counter() - began, 3),
    )


def _asked(view: TableView) -> Ruling | None:
    """What the screen asks to put right."""
    scene = view.scene
    return scene.ruling.topic if isinstance(scene, PlayView) and scene.warning else None


def _owed(view: TableView, headless: HeadlessTable) -> set[int | None]:
    """The last dice still to be thrown: the only one that is not marked, and those left lying by mistake."""
    owed: set[int | None] = {*headless.guests.left_lying}
    dice = view.scene.dice if isinstance(view.scene, PlayView) else ()
    loose = [die for die in dice if not die.kept]
    return owed | {GuestEyes(headless.table).find(die) for die in loose if len(loose) == 1}


def _on_screen(view: TableView) -> str:
    scene = view.scene
    if not isinstance(scene, PlayView):
        return f"the screen shows {type(scene).__name__}"
    return f'the screen says "{scene.prompt.message.format(**dict(scene.prompt.values))}"'
