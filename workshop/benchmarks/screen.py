"""What the screen costs: frame times of every scene, an hour of the poster and of a match that waits, and the start.

    python -m workshop.benchmarks.screen [WxH]

runs under SDL's offscreen driver (its own drawing, nobody's window); times are the processor's.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
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
from workshop.gallery import matches, samples

FRAME_S = 1 / 60
HOUR_S = 3600.0
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
sys.argv = ["dice-table", "--size", "{width}x{height}"]
main()
"""
"""The command itself, ended by what it does then."""


def main(size: Annotated[str, typer.Argument()] = "1920x1080") -> None:
    """What the screen costs at this size."""
    width, height = (int(number) for number in size.split("x"))
    screen = Screen((width, height))
    scenes(screen)
    moving(screen)
    hour(screen, Session(Journal()), "the poster")
    waiting = Session(Journal())
    waiting.begin("le_421", "classique", {}, matches.NAMES[:3], 0)
    hour(screen, waiting, "a match that waits")
    screen.close()
    rotated((width, height))
    starts(width, height)


def spent(do: Callable[[], object]) -> float:
    """Seconds of this thread on the processor: what is left where nobody else wants it."""
    begun = time.thread_time()
    do()
    return time.thread_time() - begun


def scenes(screen: Screen) -> None:
    """Each scene drawn anew (the second time: whatever is kept is there), and looked at again unchanged."""
    rest = TableView(matches.charge())
    print(f"{'scene':28}{'first':>8}{'again':>8}{'unchanged':>11}   ms")
    worst = 0.0
    for name, view in samples.scenes():
        show = partial(screen.show, view, 0.0)
        screen.show(rest, 0.0)
        first = spent(show)
        screen.show(rest, 0.0)
        again = spent(show)
        same = min(spent(partial(screen.show, replace(view), 0.0)) for _ in range(5))
        worst = max(worst, again)
        print(f"{name:28}{first * 1e3:8.1f}{again * 1e3:8.1f}{same * 1e3:11.2f}")
    print(f"worst scene drawn anew: {worst * 1e3:.1f} ms")


def moving(screen: Screen) -> None:
    """Tokens that slide and slips that come: every frame of it."""
    for name, view in samples.moments():
        scene = view.scene
        assert isinstance(scene, PlayView)
        times: list[float] = []
        for run in range(2):
            screen.show(replace(view, scene=replace(scene, events=(), serial=-1 - run)), 0.0)
            now, times = 1.0, []
            while not times or screen.moving(now):
                times.append(spent(partial(screen.show, view, now)))
                now += FRAME_S
        print(f"moving, {name:20} {np.mean(times) * 1e3:5.1f} ms a frame, worst {max(times) * 1e3:5.1f}")


def hour(screen: Screen, session: Session, name: str) -> None:
    """Nobody does anything: what an hour of it costs, its turns taken one after the other without waiting."""
    screen.show(session.view, 0.0)
    begun = time.process_time()
    drawn = screen.painted
    for turn in range(round(PLAYED_S / PLAY_EVERY_S)):
        now = turn * PLAY_EVERY_S
        session.tick(now)
        view = session.view
        if turn % round(1 / RESTING_FPS / PLAY_EVERY_S) == 0:
            screen.poll()
            screen.show(view, now)
    used = (time.process_time() - begun) * HOUR_S / PLAYED_S
    frames = (screen.painted - drawn) / PLAYED_S
    print(f"an hour of {name}: {used:.0f} s of one core, {used / HOUR_S:.1%}; {frames:.2f} frames a second")


def rotated(glass: tuple[int, int]) -> None:
    """What a rotated display takes beside."""
    display = ScreenPort(pygame.Surface(glass), Rotation.RIGHT)
    for what, area in (("whole", display.picture.get_rect()), ("a token", pygame.Rect(100, 100, 120, 60))):
        display.put([area])
        took = np.mean([spent(partial(display.put, [area])) for _ in range(20)])
        print(f"rotated, {what} put onto the display: {took * 1e3:.2f} ms")


def starts(width: int, height: int) -> None:
    """Starting Python to the first picture, and to the poster, against only importing what draws and sees."""
    first, drawn = (UNTIL.format(what=what, width=width, height=height) for what in ("raise_curtain", "keep"))
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
            print(f"{name}: {seconds:.2f} s of processor time, {seconds / bare:.2f} times")


def _started(code: str, folder: str) -> float:
    """Processor seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    driver = {**os.environ, "SDL_VIDEODRIVER": "dummy", "XDG_CACHE_HOME": folder, "DICE_TABLE_DATA": folder}
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, env=driver)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    typer.run(main)
