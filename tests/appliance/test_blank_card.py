"""A machine as blank as a fresh card, emulated: what `service card` writes makes it a playing table by itself."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.faults import CameraFault, CameraFaultKind
from kiosk.appliance.bundle import write_sums
from kiosk.appliance.release import PINS, TARGET
from kiosk.match.journal import Journal
from kiosk.screen.painter import Painter
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.guide.bookmark import Bookmark
from kiosk.session.preferences import Preferences
from kiosk.session.session import Session
from kiosk.session.start import Start

pytestmark = pytest.mark.timeout(5400)

HOUSE = Path(__file__).resolve().parents[2]
TOOLS = ("qemu-system-x86_64", "mkfs.vfat", "mcopy", "mtype")
FIRST_START_S = 3000.0
"""Some four minutes on an idle host of two cores; beside other work much more."""
LANGUAGE = "fr"
SIZE = (1280, 720)
CLOSE, MOST = 40, 0.98
"""Of 255, and of the pixels: dithered and blended edges differ."""


@pytest.fixture(scope="module")
def blank() -> Path:
    work = os.environ.get("DICE_TABLE_BLANK")
    if not work:
        pytest.skip("there is no blank machine: blank.sh makes one, and DICE_TABLE_BLANK names its folder")
    if absent := [tool for tool in TOOLS if shutil.which(tool) is None]:
        pytest.skip(f"an emulated machine wants {', '.join(absent)} (tests/appliance/blank.sh)")
    return Path(work)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of this checkout for the emulator's processor."""
    folder = tmp_path_factory.mktemp("release") / "dice-table-test"
    folder.mkdir()
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, HOUSE], check=True)
    pins = [line.split()[0] for line in (HOUSE / PINS).read_text("utf-8").splitlines() if "==" in line]
    target = [word.replace("aarch64", "x86_64") for word in TARGET]
    subprocess.run([*pip, "download", "--no-deps", *target, "--dest", folder, *pins], check=True)
    write_sums(folder)
    return folder


class Machine:
    """The emulated machine, without a network."""

    def __init__(self, blank: Path, card: Path, folder: Path) -> None:
        self._card, self._folder = card, folder
        words = ("root=/dev/vda rw console=ttyS0", "net.ifnames=0 mitigations=off quiet")
        emulator: list[str | Path] = [
            "qemu-system-x86_64",
            "-M",
            "q35",
            "-accel",
            "tcg,thread=multi",
            "-cpu",
            "Nehalem",
        ]
        emulator += ["-smp", "2", "-m", "2048", "-nodefaults", "-no-reboot", "-display", "none", "-nic", "none"]
        emulator += ["-kernel", blank / "vmlinuz", "-initrd", blank / "initrd.img", "-append", " ".join(words)]
        # What it writes onto its disk is thrown away with it.
        emulator += ["-drive", f"file={blank / 'blank.img'},format=raw,if=virtio,snapshot=on"]
        emulator += ["-drive", f"file={card},format=raw,if=virtio,cache=unsafe"]
        emulator += ["-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}", "-device", "virtio-rng-pci"]
        emulator += [
            "-device",
            "qemu-xhci",
            "-device",
            "usb-kbd",
            "-monitor",
            f"unix:{folder / 'monitor'},server,nowait",
        ]
        emulator += ["-serial", f"unix:{folder / 'serial'},server,nowait"]
        self._running = subprocess.Popen(emulator)

    def off(self) -> None:
        self._running.kill()
        self._running.wait()

    def log(self) -> list[str]:
        """What the first start has told on the card so far."""
        told = subprocess.run(["mtype", "-i", self._card, "::dice-table/log.txt"], capture_output=True, check=False)
        return told.stdout.decode(errors="replace").split()

    def press(self, key: str) -> None:
        self._speak("monitor", f"sendkey {key}")

    def picture(self) -> np.ndarray:
        file = self._folder / "shot.ppm"
        self._speak("monitor", f"screendump {file}")
        image = cv2.imread(str(file))
        assert image is not None
        return image

    def say(self, command: str) -> str:
        """What a command inside prints."""
        return self._speak("serial", command, patience_s=30.0)

    def shows(self, session: Session, patience_s: float = 600.0) -> bool:
        """Whether its display comes to show what this session shows."""
        painter = Painter(SIZE)
        painter.paint(session.view, 0.0)
        expected = (
            np.frombuffer(painter.surface.get_buffer().raw, np.uint8).reshape(*SIZE[::-1], 4)[..., :3].astype(int)
        )
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            if (np.abs(self.picture() - expected).max(axis=2) < CLOSE).mean() > MOST:
                return True
            time.sleep(5.0)
        return False

    def _speak(self, line: str, words: str, *, patience_s: float = 4.0) -> str:
        with socket.socket(socket.AF_UNIX) as speaking:
            speaking.connect(str(self._folder / line))
            speaking.settimeout(1.0)
            speaking.sendall(words.encode() + b"\n")
            told, end = b"", time.monotonic() + patience_s
            while time.monotonic() < end:
                with suppress(TimeoutError):
                    told += speaking.recv(65536)
        return told.decode(errors="replace")


@pytest.fixture
def machine(blank: Path, release: Path, tmp_path: Path) -> Iterator[Machine]:
    boot, card = tmp_path / "boot", tmp_path / "card.img"
    boot.mkdir()
    for name in ("config.txt", "cmdline.txt", "kernel8.img", "user-data", "meta-data", "network-config"):
        (boot / name).write_text("#\n")
    write = ("service", "card", boot, "--release", release, "--language", LANGUAGE, "--timezone", "Europe/Paris")
    subprocess.run([sys.executable, "-c", "from kiosk.commands import main; main()", *write], check=True, cwd=HOUSE)
    with card.open("wb") as image:
        image.truncate(400 << 20)
    subprocess.run(["mkfs.vfat", "-n", "BOOTFS", card], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["mcopy", "-s", "-i", card, *boot.iterdir(), "::"], check=True)
    machine = Machine(blank, card, tmp_path)
    yield machine
    machine.off()


def test_a_blank_card_comes_to_the_poster_by_itself_without_a_network(machine: Machine) -> None:
    end = time.monotonic() + FIRST_START_S
    while "done" not in machine.log():
        assert time.monotonic() < end, f"not within {FIRST_START_S:.0f} s: {machine.log()}"
        assert "failed:" not in machine.log()
        time.sleep(10.0)
    assert machine.log() == ["files", "packages", "program", "settings", "table", "done"]
    session = Session(Journal(), preferences=Preferences(LANGUAGE), start=Start(guide=Bookmark(0)))
    session.camera_fails(camera_trouble(CameraFault(CameraFaultKind.NO_PI)))
    assert machine.shows(session), "the guide of a first start"
    machine.press("m")
    poster = Session(Journal(), preferences=Preferences(LANGUAGE))
    poster.camera_fails(camera_trouble(CameraFault(CameraFaultKind.NO_PI)))
    assert machine.shows(poster), "the poster"
    listening = [line.split() for line in machine.say("ss -Htln").splitlines() if line.startswith("LISTEN")]
    assert [words[3] for words in listening if not words[3].startswith(("127.", "[::1]"))] == []
    assert "active" in machine.say("systemctl is-active dice-table")
