"""`dice-table read` and `watch`: what the table sees on pictures."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import app, as_document, in_a_sentence


@app.command()
@in_a_sentence
def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="Photographs of dice.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each photo.")] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Write each photo with what was seen drawn on it, as NAME.seen.jpg, here.")
    ] = False,
    expect: Annotated[
        int | None,
        typer.Option("--expect", metavar="N", min=0, help="How many dice lie on each: another number is in doubt."),
    ] = None,
) -> None:
    """Read the dice on photographs."""
    from hardware.camera import CameraError
    from kiosk.locale import SOURCE_LANGUAGE, translate
    from kiosk.pictures import load, save_shown
    from kiosk.session.fault_texts import camera_trouble
    from vision.reading.reader import Reader
    from vision.types import Hint

    reader, hint = Reader(), Hint(dice=expect)
    failed = False
    for photo in photos:
        try:
            image, scale = load(photo)
        except CameraError as error:
            print(translate(camera_trouble(error.fault).what, SOURCE_LANGUAGE), file=sys.stderr)
            failed = True
            continue
        reading = reader.read(image, hint)
        if show:
            shown = save_shown(photo, image, reading)
            print(f"{shown}", file=sys.stderr)
        dice = [
            {"value": die.value, "box": _rounded(die.box, scale), "confidence": round(die.confidence, 4)}
            for die in reading.dice
        ]
        if as_json:
            print(as_document({"file": str(photo), "dice": dice, "certain": reading.certain}), flush=True)
        else:
            values = " ".join(str(die.value) for die in reading.dice) or "no dice"
            doubts = sorted({doubt.kind.value for doubt in reading.doubts})
            print(f"{photo}: {values}" + (f" (in doubt: {', '.join(doubts)})" if doubts else ""), flush=True)
    if failed:
        raise SystemExit(1)


@app.command()
@in_a_sentence
def watch(
    source: Annotated[
        str, typer.Argument(help="A video, a folder of pictures, webcam:0, pi:0 or simulated:SEED.", metavar="SOURCE")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each change.")] = False,
) -> None:
    """Follow a source of pictures, and tell each change of the scene."""
    from hardware.camera.source import open_camera
    from vision.reading.reader import Reader
    from vision.watching.watcher import Watcher, changes

    with open_camera(source) as camera:
        began: float | None = None
        for number, scene in changes(camera, Watcher(Reader())):
            began = scene.time if began is None else began  # live cameras go by the machine's own clock
            time = scene.time - began
            if as_json:
                dice = [
                    {"track": d.track, "value": d.die.value, "box": _rounded(d.die.box), "thrown": d.thrown}
                    for d in scene.dice
                ]
                doubts = [
                    {"kind": doubt.kind.value, "box": _rounded(doubt.box) if doubt.box else None}
                    for doubt in scene.doubts
                ]
                change = {"frame": number, "time": round(time, 3), "state": scene.state.value}
                print(as_document({**change, "dice": dice, "doubts": doubts}), flush=True)
            else:
                values = " ".join(str(die.die.value) for die in scene.dice)
                doubted = ", ".join(sorted({doubt.kind.value for doubt in scene.doubts}))
                line = f"{time:8.2f} s  {scene.state.value:8}{values}"
                print(line + (f"  (in doubt: {doubted})" if doubted else ""), flush=True)


def _rounded(box: tuple[float, float, float, float], scale: float = 1.0) -> list[float]:
    return [round(value * scale, 1) for value in box]
