"""An emulated machine that starts from a card which `service card` wrote; blank.sh makes its disks."""

import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from kiosk.screen.painter import Painter
from kiosk.view import TableView

TOOLS = ("qemu-system-x86_64", "mkfs.vfat", "mcopy", "mtype")
SIZE = (1280, 720)
CLOSE, MOST = 40, 0.98
"""Of 255, and of the pixels: dithered and blended edges differ."""
LOOK_S = 5.0


class Machine:
    """The machine, switched on. `disk` names its disk in `blank`; `network` is the emulator's option for one."""

    def __init__(self, blank: Path, disk: str, card: Path, folder: Path, *, network: str = "none") -> None:
        self._card, self._folder = card, folder
        words = "root=/dev/vda rw console=ttyS0 net.ifnames=0 mitigations=off quiet"
        emulator = ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "Nehalem", "-smp", "2"]
        emulator += ["-m", "2048", "-nodefaults", "-display", "none", "-nic", network]
        emulator += ["-kernel", f"{blank / 'vmlinuz'}", "-initrd", f"{blank / 'initrd.img'}", "-append", words]
        # What it writes onto its disk is thrown away with it.
        emulator += ["-drive", f"file={blank / disk},format=raw,if=virtio,snapshot=on"]
        emulator += ["-drive", f"file={card},format=raw,if=virtio,cache=unsafe"]
        emulator += ["-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}", "-device", "virtio-rng-pci"]
        emulator += ["-device", "qemu-xhci", "-device", "usb-kbd"]
        emulator += ["-monitor", f"unix:{folder / 'monitor'},server,nowait"]
        emulator += ["-serial", f"unix:{folder / 'serial'},server,nowait"]
        self._running = subprocess.Popen(emulator)
        while not (folder / "monitor").exists():
            assert self._running.poll() is None, "the emulator ended"
            time.sleep(0.1)

    def off(self) -> None:
        """End it."""
        self._running.kill()
        self._running.wait()

    def cut_power(self) -> None:
        """Switch it off and on again, whatever it is doing."""
        self._speak("monitor", "system_reset")

    def plug(self, card: str, *, into_network: bool) -> None:
        """Plug the cable of a network card in, or pull it out."""
        self._speak("monitor", f"set_link {card} {'on' if into_network else 'off'}")

    def press(self, key: str) -> None:
        """Press a key of its keyboard."""
        self._speak("monitor", f"sendkey {key}")

    def log(self) -> list[str]:
        """The lines that the first start has written onto the card so far."""
        told = subprocess.run(["mtype", "-i", self._card, "::dice-table/log.txt"], capture_output=True, check=False)
        return told.stdout.decode(errors="replace").splitlines()

    def files(self) -> dict[str, str]:
        """What lies on the card, by name."""
        folder = self._folder / "card"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        subprocess.run(["mcopy", "-s", "-i", self._card, "::", folder], check=True)
        return {str(file.relative_to(folder)): file.read_text("utf-8") for file in folder.rglob("*") if file.is_file()}

    def picture(self) -> np.ndarray:
        """What its display shows."""
        file = self._folder / "shot.ppm"
        self._speak("monitor", f"screendump {file}")
        image = cv2.imread(str(file))
        assert image is not None
        return image

    def say(self, command: str, patience_s: float = 30.0) -> str:
        """What a command inside prints within this many seconds."""
        return self._speak("serial", command, patience_s=patience_s)

    def shows(self, view: TableView, patience_s: float = 600.0) -> bool:
        """Whether its display comes to show a view."""
        painter = Painter(SIZE)
        painter.paint(view, 0.0)
        expected = np.frombuffer(painter.surface.get_buffer().raw, np.uint8).reshape(*SIZE[::-1], 4)[..., :3]
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            seen = self.picture()
            if seen.shape == expected.shape and (np.abs(seen - expected.astype(int)).max(axis=2) < CLOSE).mean() > MOST:
                return True
            time.sleep(LOOK_S)
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
