"""The boot partition of a card as it was freshly written, and made one of a table."""

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
FRESH = dict.fromkeys(("config.txt", "cmdline.txt", "kernel8.img", "user-data", "meta-data", "network-config"), "#\n")
"""What stands for it."""


def write_card(boot: Path, release: Path, *wishes: str) -> None:
    """Let `service card` make such a partition in the folder `boot`."""
    boot.mkdir(parents=True)
    for name, content in FRESH.items():
        (boot / name).write_text(content)
    program = (sys.executable, "-c", "from kiosk.commands import main; main()")
    subprocess.run([*program, "service", "card", boot, "--release", release, *wishes], check=True, cwd=HOUSE)
