"""What the screen costs: frame times of every scene, an hour of the poster and of a match that waits, and the start.

    python -m workshop.benchmarks.screen [WxH]

runs under SDL's offscreen driver (its own drawing, nobody's window); times are the processor's.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from functools import partial
from typing import Annotated

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np
import pygame
import typer

from kiosk.match.journal import Journal
from kiosk.runtime.loop import RESTING_FPS
from kiosk.runtime.running import PLAY_EVERY_S
from kiosk.screen.display import ScreenPort
from kiosk.screen.window import Screen
from kiosk.session.session import Session
from kiosk.view import PlayView, Rotation, TableView
from workshop.benchmarks.measuring import header, row, taken_ms
from workshop.gallery import matches, samples

FRAME_S, HOUR_S = 1 / 60, 3600.0
PLAYED_S = 60.0
"""Share of the hour that is played, as fast as it goes; the rest is the same again."""
STARTS = 5
UNTIL = """
import os, sys
import kiosk.screen.curtain as curtain
does = curtain.{what}
def ends(*given, **named):
    does(*given, **named)
    os._exit(0)
curtain.{what} = ends
from kiosk.commands import main
sys.argv = ["dice-table", "--size", "{size}"]
main()
"""
"""The command itself, ended by what it does then."""
spent_ms = partial(taken_ms, clock=time.thread_time)
"""On the processor: what is left where nobody else wants it."""


def scenes(screen: Screen) -> None:
    """Each scene drawn for the first time, anew (whatever is kept is there), and looked at again unchanged."""
    rest, worst = TableView(matches.charge()), 0.0
    header("scene", "first, ms", "again", "unchanged")
    for name, view in samples.scenes():
        show = partial(screen.show, view, 0.0)
        screen.show(rest, 0.0)
        first = spent_ms(show)
        screen.show(rest, 0.0)
        again = spent_ms(show)
        worst = max(worst, again)
        same = min(spent_ms(partial(screen.show, replace(view), 0.0)) for _ in range(5))
        row(name, f"{first:.1f}", f"{again:.1f}", f"{same:.2f}")
    row("worst", "", f"{worst:.1f}", "")


def moving(screen: Screen) -> None:
    """Tokens that slide and slips that come: every frame of it."""
    header("moving", "a frame, ms", "the worst")
    for name, view in samples.moments():
        scene = view.scene
        assert isinstance(scene, PlayView)
        times: list[float] = []
        for run in range(2):
            screen.show(replace(view, scene=replace(scene, events=(), serial=-1 - run)), 0.0)
            now, times = 1.0, []
            while not times or screen.moving(now):
                times.append(spent_ms(partial(screen.show, view, now)))
                now += FRAME_S
        row(name, f"{np.mean(times):.1f}", f"{max(times):.1f}")


def hour(screen: Screen, session: Session, name: str) -> None:
    """Nobody does anything: what an hour of it costs, its turns taken one after the other without waiting."""
    screen.show(session.view, 0.0)
    begun, drawn = time.process_time(), screen.painted
    for turn in range(round(PLAYED_S / PLAY_EVERY_S)):
        now = turn * PLAY_EVERY_S
        session.tick(now)
        view = session.view
        if turn % round(1 / RESTING_FPS / PLAY_EVERY_S) == 0:
            screen.poll()
            screen.show(view, now)
    used = (time.process_time() - begun) * HOUR_S / PLAYED_S
    row(f"an hour of {name}", f"{used:.0f} s of one core", f"{(screen.painted - drawn) / PLAYED_S:.2f} frames a second")


def rotated(glass: tuple[int, int]) -> None:
    """What a rotated display takes beside."""
    display = ScreenPort(pygame.Surface(glass), Rotation.RIGHT)
    for what, area in (("whole", display.picture.get_rect()), ("a token", pygame.Rect(100, 100, 120, 60))):
        display.put([area])
        took_ms = np.mean([spent_ms(partial(display.put, [area])) for _ in range(20)])
        row(f"rotated, {what} put onto the display", f"{took_ms:.2f} ms", "")


def starts(size: str) -> None:
    """Starting Python to the first picture, and to the poster, against only importing what draws and sees."""
    first, drawn = (UNTIL.format(what=what, size=size) for what in ("raise_curtain", "keep"))
    codes = {
        "import pygame, cv2": "import pygame, cv2",
        "first picture, three dice": first,
        "poster, drawn with all its words": drawn,
        "first picture, the poster kept since": first,
    }
    bare = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, code in codes.items():
            seconds = min(_started(code, folder) for _ in range(STARTS))
            bare = bare or seconds
            row(name, f"{seconds:.2f} s of processor time", f"{seconds / bare:.2f} times")


def _started(code: str, folder: str) -> float:
    """Processor seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    driver = {**os.environ, "SDL_VIDEODRIVER": "dummy", "XDG_CACHE_HOME": folder, "DICE_TABLE_DATA": folder}
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, env=driver)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(size: Annotated[str, typer.Argument()] = "1920x1080") -> None:
    """What the screen costs at this size."""
    width, height = (int(number) for number in size.split("x"))
    screen = Screen((width, height))
    scenes(screen)
    moving(screen)
    header("what", "takes", "that is")
    hour(screen, Session(Journal()), "the poster")
    waiting = Session(Journal())
    waiting.begin("le_421", "classique", {}, matches.NAMES[:3], 0)
    hour(screen, waiting, "a match that waits")
    screen.close()
    rotated((width, height))
    starts(size)


if __name__ == "__main__":
    typer.run(main)
