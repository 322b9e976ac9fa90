"""`dice-table calibrate`: the guided minute, with the table's own camera or a simulated one."""

from __future__ import annotations

import sys
from collections.abc import Generator
from typing import TYPE_CHECKING, Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence, settings_of
from kiosk.commands.options import Config, in_range_of_seeds
from kiosk.commands.progress import progress

if TYPE_CHECKING:
    from kiosk.settings.config import Settings
    from vision.types import Frame


@app.command()
@in_a_sentence
def calibrate(
    *,
    simulate: Annotated[bool, typer.Option("--simulate", help="Try it with a simulated table.")] = False,
    two_sets: Annotated[
        bool, typer.Option("--two-sets", help="Learn a second set of dice too, for games with dice of one's own.")
    ] = False,
    config: Config = None,
    seed: Annotated[int, typer.Option(callback=in_range_of_seeds, help="With --simulate: which table.")] = 1,
) -> None:
    """Teach the table its tray, its dice and their colours: a guided minute."""
    from contextlib import closing

    from kiosk.locale import translate
    from kiosk.session.calibrating import SMALLEST_EDGE_PX, Guide, save
    from kiosk.session.disturbance_texts import steadiness
    from vision.reading.reader import Reader
    from vision.types import Expectation
    from vision.watching.watcher import Watcher

    settings = settings_of(config)
    guide, watcher = Guide(2 if two_sets else 1), Watcher(Reader())
    told: object = None
    signal = None
    film = _simulated(seed, two_sets=two_sets) if simulate else _filmed(settings)
    with closing(film) as frames, progress("learning the tray") as done:
        for frame in frames:
            if guide.prompt != told:
                told = guide.prompt
                print(translate(told, settings.language), flush=True)
            guide.see(watcher.see(frame, Expectation()))
            done(*guide.steps)
            if guide.disturbance is not None and (steady := steadiness(guide.disturbance)).signal is not signal:
                signal = steady.signal
                print(*(translate(text, settings.language) for text in (steady.verdict, steady.mend) if text), sep=". ")
            if guide.calibration is not None:
                break
    learned = guide.calibration
    if learned is None:
        raise Failure("The pictures ended before the table was calibrated: use the table's own camera.")
    print(translate(guide.prompt, settings.language))
    left, top, right, bottom = learned.part
    share = (right - left) * (bottom - top) / (learned.frame[0] * learned.frame[1])
    print(f"Dice are {learned.smallest:.0f} pixels and more; {share:.0%} of the picture is worth a look.")
    if learned.smallest < SMALLEST_EDGE_PX:
        print(f"That is small: hang the camera lower, until dice are {SMALLEST_EDGE_PX} pixels.", file=sys.stderr)
    if simulate:
        return
    try:
        print(f"Kept in {save(learned, settings.data)}")
    except OSError as error:
        raise Failure(f"{settings.data} cannot be written to ({error.strerror}): let this user write there.") from error


def _filmed(settings: Settings) -> Generator[Frame]:
    from hardware.camera.source import open_camera

    yield from open_camera(settings.camera, settings.mains, settings.mounting)


def _simulated(seed: int, *, two_sets: bool) -> Generator[Frame]:
    from kiosk.simulation.operator import calibrates

    yield from calibrates(seed, two_sets=two_sets)
