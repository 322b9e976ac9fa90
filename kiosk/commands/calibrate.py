"""`dice-table calibrate`: the guided minute, with the table's own camera or a simulated one."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence, settings_of
from kiosk.commands.options import LARGEST_SEED, Config
from kiosk.commands.progress import progress

if TYPE_CHECKING:
    from kiosk.session.dice_lesson import DiceLesson
    from kiosk.session.tray_lesson import TrayLesson
    from kiosk.settings.config import Settings
    from vision.types import Frame
    from vision.watching.calibration import Calibration

EMBLEMS = "emblems"
"""The simulated table whose dice show emblems."""


@app.command()
@in_a_sentence
def calibrate(
    *,
    simulate: Annotated[bool, typer.Option("--simulate", help="Try it with a simulated table.")] = False,
    two_sets: Annotated[
        bool, typer.Option("--two-sets", help="Learn a second set of dice too, for games with dice of one's own.")
    ] = False,
    face: Annotated[
        int | None,
        typer.Option(
            "--face", metavar="N", min=1, max=6, help="Teach it a face without pips that stands for N instead."
        ),
    ] = None,
    forget_faces: Annotated[bool, typer.Option("--forget-faces", help="Forget all such faces instead.")] = False,
    config: Config = None,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="With --simulate: which table.")] = 1,
) -> None:
    """Teach the table its tray, its dice and their colours: a guided minute."""
    from kiosk.locale import translate
    from kiosk.session.tray_lesson import TrayLesson

    settings = settings_of(config)
    if face is not None or forget_faces:
        _teach_dice(settings, face, simulate=simulate, seed=seed)
        return
    lesson = TrayLesson(2 if two_sets else 1)
    film: Generator[Frame]
    if simulate:
        from kiosk.simulation.operator import calibrates

        film = calibrates(seed, two_sets=two_sets)
    else:
        film = _filmed(settings)
    with progress("learning the tray") as told:
        _teach(lesson, film, lambda: lesson.calibration, settings=settings, told=told)
    learned = lesson.calibration
    if learned is None:
        raise Failure("The pictures ended before the table was calibrated: use the table's own camera.")
    print(translate(lesson.prompt, settings.language))
    left, top, right, bottom = learned.part
    share = (right - left) * (bottom - top) / (learned.frame[0] * learned.frame[1])
    print(f"Dice are {learned.smallest:.0f} pixels and more; {share:.0%} of the picture is worth a look.")
    if not simulate:
        known = _known(settings)
        _keep(learned if known is None else learned.with_faces_of(known), settings)


def _teach(
    lesson: TrayLesson | DiceLesson,
    film: Generator[Frame],
    learned: Callable[[], object],
    *,
    settings: Settings | None = None,
    told: Callable[[int, int], None] = lambda _done, _all: None,
    known: Calibration | None = None,
) -> None:
    """Show a lesson the film until it has `learned`; what it asks for is said, where `settings` tell the language."""
    from kiosk.locale import translate
    from kiosk.session.fault_texts import steadiness
    from vision.reading.reader import Reader
    from vision.types import Expectation
    from vision.watching.calibration import make_watcher

    watcher = make_watcher(Reader(), known)
    said: object = None
    signal: object = None
    with closing(film) as frames:
        for frame in frames:
            if settings is not None and lesson.prompt != said:
                said = lesson.prompt
                print(translate(lesson.prompt, settings.language), flush=True)
            lesson.learn(watcher.watch(frame, Expectation()))
            told(*lesson.steps)
            disturbance = getattr(lesson, "disturbance", None)
            if settings is not None and disturbance and (steady := steadiness(disturbance)).signal is not signal:
                signal = steady.signal
                print(*(translate(text, settings.language) for text in (steady.verdict, steady.mend) if text), sep=". ")
            if learned():
                return


def _known(settings: Settings) -> Calibration | None:
    """What this table was taught up to now; what can't be read is learned anew."""
    from kiosk.session.kept_tray import load
    from kiosk.settings.noted import mounting_of
    from vision.watching.calibration import CalibrationError

    try:
        return load(settings.data, mounting_of(settings))
    except CalibrationError:
        return None


def _keep(learned: Calibration, settings: Settings) -> None:
    from kiosk.session.kept_tray import save
    from kiosk.settings.noted import mounting_of

    try:
        print(f"Kept in {save(learned, settings.data, mounting_of(settings))}")
    except OSError as error:
        raise Failure(f"{settings.data} cannot be written to ({error.strerror}): let this user write there.") from error


def _teach_dice(settings: Settings, value: int | None, *, simulate: bool, seed: int) -> None:
    """Learn the face that stands for a value from pictures of one die; forget all faces where no value is given."""
    from kiosk.session.dice_lesson import DiceLesson

    film: Generator[Frame]
    if simulate:
        from kiosk.session.tray_lesson import TrayLesson
        from kiosk.simulation.operator import calibrates, shows_a_face

        tray, film = TrayLesson(), shows_a_face(seed, value or 1)
        _teach(tray, calibrates(seed, look=EMBLEMS), lambda: tray.calibration)
        known = tray.calibration
    else:
        known, film = _known(settings), _filmed(settings)
    if known is None:
        raise Failure("The table does not know its tray yet: run dice-table calibrate first.")
    if value is None:
        _keep(known.without_faces(), settings)
        return
    lesson = DiceLesson(known)
    lesson.say_value(value)
    _teach(lesson, film, lambda: lesson.learned, settings=settings, known=known)
    if not lesson.learned:
        raise Failure("The pictures ended before the face was learned: use the table's own camera.")
    print(f"The table reads this face as {value} now.")
    if not simulate:
        _keep(lesson.calibration, settings)


def _filmed(settings: Settings) -> Generator[Frame]:
    from hardware.camera.source import open_camera
    from kiosk.settings.noted import mounting_of
    from vision.types import Frame

    mounting = mounting_of(settings)
    with open_camera(settings.camera, settings.mains) as camera:
        for filmed in camera:
            yield Frame(mounting.upright(filmed.image), filmed.time)
