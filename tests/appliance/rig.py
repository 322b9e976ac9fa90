"""The rig from outside: commands inside it, fingers on its pins, its picture, its power."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from hardware.panel import Button, PanelPins

UNIT = "dice-table"
JOURNAL = "/var/lib/dice-table/matches.sqlite3"
GUIDE = "/var/lib/dice-table/guide.json"
FINGERS = Path(__file__).with_name("fingers.sh").read_text()
PINS = PanelPins()
WAV_HEADER = 44
"""Bytes; the emulator fills it in only when it ends, so that no reader of such files takes it before."""
BOOT_S = 400.0
"""An emulated machine on a busy one takes minutes."""


class Rig:
    """A machine that `make-vm.sh` and `up.sh` made; `work` is its folder, `scripts` the folder of its scripts."""

    def __init__(self, work: Path, scripts: Path) -> None:
        self._work = work
        self._scripts = scripts
        self._environment = {"CPU": "max", **os.environ, "W": str(work)}

    def say(self, command: str, *, patience_s: float = 120.0) -> str:
        """What a command inside prints."""
        words = [str(self._scripts / "s.sh"), "-o", "ConnectTimeout=60", command]
        # The connection stays open for the next command, and with it the standard error of the first.
        done: subprocess.CompletedProcess[str] = subprocess.run(
            words,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=patience_s,
            check=False,
        )
        return done.stdout.strip()

    def press(self, *presses: str | Button) -> None:
        """Taps, one after the other; "end:1.2" is held, "end+menu:6" together, "end:bounce" rattles."""
        with self.pressing(*presses):
            pass

    @contextmanager
    def pressing(self, *presses: str | Button) -> Iterator[None]:
        """The same, while something else is done."""
        words = []
        for press in presses:
            buttons, colon, how = str(press).partition(":")
            pins = "+".join(str(PINS.buttons[Button(name)]) for name in buttons.split("+"))
            words.append(pins + colon + how)
        # A contact waits for no processor: without precedence, edges half a millisecond apart came a second apart.
        words = [str(self._scripts / "s.sh"), "chrt --fifo 50 bash -s " + " ".join(words)]
        with subprocess.Popen(words, env=self._environment, stdin=subprocess.PIPE, text=True) as fingers:
            assert fingers.stdin is not None
            fingers.stdin.write(FINGERS)
            fingers.stdin.close()
            yield
            assert fingers.wait(120) == 0

    def lit(self) -> set[Button]:
        """The lamps that shine."""
        files = " ".join(
            f"/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio{pin}/value" for pin in PINS.lamps.values()
        )
        values = self.say(f"cat {files}").split()
        return {button for button, value in zip(PINS.lamps, values, strict=True) if value == "1"}

    def actions(self) -> list[dict[str, object]]:
        """The actions of the latest match that are on the disk; nothing else of it can be seen by another program."""
        query = "select body from line where kind = 'action' and match = (select max(number) from match) order by id"
        return [json.loads(row) for row in self.say(f'sqlite3 {JOURNAL} "{query}"').splitlines()]

    def matches(self) -> int:
        """How many matches were begun."""
        return int(self.say(f'sqlite3 {JOURNAL} "select count(*) from match"') or 0)

    def picture(self) -> np.ndarray:
        """What the display shows, BGR."""
        file = self._work / "shot.ppm"
        self.monitor("screendump", str(file))
        image = cv2.imread(str(file))
        assert image is not None
        return image

    def heard(self) -> np.ndarray:
        """What the sound card has played since the machine was switched on, 16 bits a sample; none without a card."""
        file = self._work / "sound.wav"
        return np.frombuffer(file.read_bytes()[WAV_HEADER:] if file.exists() else b"", dtype="<i2")

    def monitor(self, *words: str) -> None:
        """A word to the machine's emulator."""
        script = self._scripts / "mon.py"
        subprocess.run([sys.executable, script, *words], env=self._environment, check=True, timeout=30)

    def state(self, what: str = "ActiveState") -> str:
        """What systemd says of the table."""
        return self.say(f"systemctl show {UNIT} -P {what}")

    def log(self, since: str = "-2min") -> str:
        """The table's own words."""
        return self.say(f"journalctl -u {UNIT} --since {since} -o cat --no-pager")

    def start(self) -> None:
        """Start the table anew, and wait for its first picture."""
        self.say(f"systemctl restart --no-block {UNIT}")
        self.plays()

    def plays(self) -> None:
        """Wait until the table is ready: it says so once its buttons work and its first picture is shown."""
        self.until(lambda: self.state() == "active", BOOT_S)

    def until(self, so: Callable[[], bool], patience_s: float = 60.0) -> None:
        """Wait for something that takes as long as it takes here."""
        end = time.monotonic() + patience_s
        while not so():
            assert time.monotonic() < end, f"not within {patience_s:.0f} s; the log:\n{self.log()}"
            time.sleep(1.0)

    def cut_the_power(self) -> None:
        """Pull the plug, and switch on again."""
        os.kill(int((self._work / "qemu.pid").read_text()), signal.SIGKILL)
        time.sleep(1.0)
        (self._work / "ssh-ctl").unlink(missing_ok=True)
        emulator = [str(self._scripts / "runvm.sh"), "disk.img", *os.environ.get("DICE_TABLE_QEMU", "").split()]
        words = ["setsid", "--fork", *emulator]
        subprocess.run(words, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        # One patient caller: to knock every second, as up.sh does, costs an emulated machine half of its start.
        self.until(lambda: self.say("echo up") == "up", BOOT_S)

    def fill_the_disk(self) -> None:
        """Leave nothing of it for the table; root may use what is kept back for it."""
        self.say(
            "fallocate -l $(($(stat -f -c '%a*%S' /var/lib)-1048576)) /var/lib/full;"
            "head -c 2M /dev/zero >> /var/lib/full; sync"
        )

    def make_room(self) -> None:
        """Give it back."""
        self.say("rm -f /var/lib/full")

    def journal_if_cut(self, place: Path) -> Path:
        """The journal as a power cut would leave it now; `place` is a folder with room for the disk."""
        disk, mounted = place / "disk.img", place / "mounted"
        self.monitor("stop")
        try:
            subprocess.run(["cp", "--sparse=always", self._work / "disk.img", disk], check=True)
        finally:
            self.monitor("cont")
        mounted.mkdir()
        subprocess.run(["mount", "-o", "loop", disk, mounted], check=True)  # which the machine would do at its start
        try:
            for file in mounted.glob(JOURNAL.strip("/") + "*"):
                shutil.copy(file, place)
        finally:
            subprocess.run(["umount", mounted], check=True)
            disk.unlink()
        return place / Path(JOURNAL).name

    def match(self) -> None:
        """A match is under way and waits for a throw, whatever was before."""
        count = self.matches()
        over = "select 1 from line where kind = 'end' and match = (select max(number) from match)"
        if count and not self.say(f'sqlite3 {JOURNAL} "{over}"'):
            self.press(Button.END, Button.END)  # whatever lies over it: the poster, a fault
            return
        self.press(*[Button.END] * 5)
        self.until(lambda: self.matches() == count + 1)

    def throw(self, *values: int, how: str = "") -> None:
        """Enter a throw by hand; it is on the disk when this returns.

        A fault told on the whole screen takes the first press for itself: then it is entered once more.
        """
        count = len(self.actions())
        keeps = [f"keep_{number}{how}" for number, value in enumerate(values, 1) for _ in range(value - 1)]
        for patience_s in (20.0, 40.0, 60.0):
            self.press("end:1.2", *keeps, f"end{how}")
            end = time.monotonic() + patience_s
            while time.monotonic() < end:
                if len(self.actions()) > count:
                    return
        raise AssertionError(f"no throw is counted; the log:\n{self.log()}")
