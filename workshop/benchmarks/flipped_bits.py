"""A bit is flipped anywhere in the files of a table, which is then started: nothing fails, and nothing changes unsaid.

python -m workshop.benchmarks.flipped_bits [--flips 200] [--seed 1] [--keep FOLDER]

The table has played matches and is in the middle of one; it was taught its tray, how its camera hangs, and what its
guests like. Each flip is made in a fresh copy of its folder: first a file by chance, then a bit of it, so that small
files are hit as often as the journal. A start is the program's own, up to some turns of its threads and some pictures;
only camera, buttons and reader are stand-ins. What it knows then is either as before, or the screen says something, or
`dice-table history`.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import shutil
import signal
import tempfile
import threading
import time
import traceback
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

import numpy as np
import typer
from killed_match import step, take_up
from readers import ReadsAtOnce

from hardware.camera.mounting import Mounting
from hardware.panel import Panel, PanelPins
from kiosk.appliance.systemd import Service
from kiosk.games.core import Over
from kiosk.match.database import JournalError
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import DamagedMatchError
from kiosk.runtime import loop
from kiosk.runtime.devices import Devices
from kiosk.runtime.running import Running
from kiosk.runtime.startup import open_kiosk
from kiosk.screen.window import Screen
from kiosk.session import kept_tray
from kiosk.session.guide.bookmark import Bookmark
from kiosk.session.preferences import Preferences
from kiosk.settings.config import usable_settings
from kiosk.settings.mistakes import alert
from kiosk.settings.mounted import keep_mounting
from kiosk.settings.seen import note_settings
from vision.types import NOTHING_KNOWN, Frame, Hint, Image, Reading
from vision.watching.calibration import Calibration
from vision.watching.taught import PIPS, TaughtExample
from workshop.benchmarks.pairs.kiosk import Camera, World

ENDED, ACTIONS = 3, 14
"""Matches that were played to their end, and what was done in the one under way."""
TURNS = 5
"""Of each thread before a start counts as one."""
LONGEST_S = 30
"""A start that takes longer hangs."""
TRAY = ((200.0, 100.0), (1100.0, 100.0), (1100.0, 650.0), (200.0, 650.0))
SETTINGS = """format = 3
camera = "webcam:0"
language = "fr"
sound = "party"
game = "le_421"
pin = "2415"
data = "{data}"

[presets]
le_421 = "belge"

[screen]
size = [1024, 600]
fullscreen = false

[panel.buttons]
end = 11
"""


class EmptyTray(Camera):
    """Over a tray on which nothing lies."""

    def take(self, now: float) -> Frame:
        image = np.full((720, 1280, 3), 90, np.uint8)
        image[0, int(now * 1000) % 1280] = 0
        return Frame(image, now)


class NoDice(ReadsAtOnce):
    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        assert image.size
        assert hint
        return Reading((), ())


def make_table(folder: Path) -> None:
    """The files of a table: settings beside a folder of data."""
    data = folder / "data"
    data.mkdir()
    (folder / "config.toml").write_text(SETTINGS.format(data=data))
    chance = random.Random(7)
    with closing(Journal(data / JOURNAL)) as journal:
        for _ in range(ENDED):
            match = take_up(journal, chance)
            while not isinstance(match.wait, Over):
                step(match, chance)
    with closing(Journal(data / JOURNAL)) as journal:
        match = take_up(journal, chance)
        while len(match.actions) < ACTIONS:
            step(match, chance)
        for file in [*data.iterdir()]:  # with the log that closing it would empty
            shutil.copy2(file, file.with_name(f"{file.name}.open"))
    for file in [*data.glob("*.open")]:
        file.replace(file.with_suffix(""))
    settings, _ = usable_settings(folder / "config.toml", environment={})
    preferences = Preferences(settings.language, settings.sound).keep(data)
    preferences.turn("language")
    preferences.brighten(-1)
    keep_mounting(settings, Mounting(90))
    note_settings(folder / "config.toml", settings, print)
    picture = random.Random(3).randbytes(720 * 1280 * 3)
    image = np.frombuffer(picture, np.uint8).reshape(720, 1280, 3)
    face = TaughtExample.of(PIPS, image, (600.0, 300.0), 40.0)
    learned = Calibration((1280, 720), TRAY, (30.0, 70.0), (((200, 210, 220), (199, 208, 221)),), (face,))
    kept_tray.save(learned, data, Mounting(90))
    Bookmark(folder=data).keep(None)


class Started:
    """A start of the table in `folder`: what it knows then, and what it says."""

    def __init__(self, folder: Path) -> None:
        self.known: dict[str, Any] = {}
        self.said: list[str] = []
        settings, mistakes = usable_settings(folder / "config.toml", environment={})
        self.data = settings.data
        self.known["settings"] = settings.model_copy(update={"data": None})
        loop.draw = self._draw
        devices = Devices(Panel(PanelPins({}, {})), EmptyTray(World()))  # type: ignore[arg-type]
        setattr(loop, "open_devices", lambda _: devices)  # noqa: B010
        setattr(loop, "Reader", NoDice)  # noqa: B010  a name that it only imports
        open_kiosk(
            settings,
            simulate=False,
            auto=False,
            seed=None,
            windowed=True,
            alert=alert(mistakes),
            file=folder / "config.toml",
        )
        path = settings.data / JOURNAL
        if path.exists():
            try:
                with closing(JournalReader(path)) as reader:
                    past = [(match, reader.entries(match), end) for _, match, end, _ in reader.endings() if match]
                    self.known["history"] = past
                    if len(past) < reader.count():
                        self.said.append("damaged")
            except (JournalError, DamagedMatchError) as error:
                self.said.append(str(error))

    def _draw(self, screen: Screen, running: Running, service: Service, *, asked: threading.Event) -> int:
        assert service
        assert not asked.is_set()
        seen: set[int] = set()
        while len(seen) < TURNS:
            now = time.monotonic()
            seen.add(id(shown := running.shown))
            screen.show(shown.view, now)
            running.healthy(now)
            if shown.view.alert is not None:
                self.said.append(shown.view.alert.message)
            time.sleep(0.005)
        session = running._pipeline._session
        self.said += [notice.message for notice, _ in session._notices]
        match = session.match
        self.known["match under way"] = None if match is None else (match.record, match.actions)
        self.known["tray"] = session.operator.calibration
        self.known["mounting"] = session._start.mounting
        self.known["guide"] = session._start.guide.step
        likes = session.preferences
        self.known["preferences"] = (likes.language, likes.sound, likes.brightness, likes.coaching)
        return 0


def start(folder: Path) -> Started:
    def hangs(*_: object) -> None:
        raise TimeoutError(f"no start in {LONGEST_S} s")

    signal.signal(signal.SIGALRM, hangs)
    signal.alarm(LONGEST_S)
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            return Started(folder)
    finally:
        signal.alarm(0)


def flip(file: Path, chance: random.Random) -> int:
    content = bytearray(file.read_bytes())
    bit = chance.randrange(8 * len(content))
    content[bit // 8] ^= 1 << bit % 8
    file.write_bytes(content)
    return bit


def main(flips: int = 200, seed: int = 1, keep: Path | None = None) -> None:
    """Start a table of which one bit was flipped, again and again; what went wrong is kept in the folder `keep`."""
    chance, count = random.Random(seed), Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as scratch:
        made, table = Path(scratch) / "made", Path(scratch) / "table"
        table.mkdir()
        make_table(table)
        table.rename(made)
        shutil.copytree(made, table)
        before = start(table)
        assert not before.said, before.said
        for number in range(flips):
            shutil.rmtree(table)
            shutil.copytree(made, table)
            file = chance.choice(sorted(one for one in table.rglob("*") if one.is_file() and one.stat().st_size))
            bit = flip(file, chance)
            why = ""
            try:
                after = start(table)
                changed = [what for what, known in before.known.items() if after.known.get(what) != known]
                outcome = "said" if after.said else "as before"
                if changed and not after.said:
                    outcome, why = "CHANGED UNSAID", ", ".join(changed)
                if after.data != before.data:  # a folder by a flipped name is new each time
                    shutil.rmtree(after.data, ignore_errors=True)
            except Exception as error:  # noqa: BLE001  each is a start that failed
                outcome, why = "FAILED", traceback.format_exception(error)[-1].strip()
                if keep:
                    why = "".join(traceback.format_exception(error))
            count[file.name, outcome] += 1
            if why:
                print(f"{number:5} {file.name}, bit {bit}: {outcome}: {why}", flush=True)
                if keep:
                    shutil.copytree(table, keep / f"{number}", dirs_exist_ok=True)
    outcomes = ("as before", "said", "CHANGED UNSAID", "FAILED")
    print(f"{'':24}" + "".join(f"{outcome:>16}" for outcome in outcomes))
    for name in sorted({name for name, _ in count}):
        print(f"{name:24}" + "".join(f"{count[name, outcome]:16}" for outcome in outcomes))
    raise SystemExit(any(outcome.isupper() for _, outcome in count))


if __name__ == "__main__":
    typer.run(main)
