"""How many instructions a reading takes on the processors of the Raspberry Pi 4 and 5, emulated, and on this machine's.

    python -m workshop.benchmarks.instructions FOLDER

FOLDER is what tests/appliance/test_arm64.py left; gcc and Debian's packages qemu-user and valgrind are needed, too. One
thread; each picture is read once before it counts, as OpenCV lays out a network at its first picture. Here that is what
two readings take beyond one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2

HERE = Path(__file__).resolve().parent
HOUSE = HERE.parents[2]
MARGIN, BLUR = 12, 8
"""Pixels about a die, and by how many it is out of focus."""
READ = """
import json, os, sys
import cv2
from vision.reading.reader import Reader
from vision.types import Hint
def count():
    try:
        os.close(-424242)
    except OSError:
        pass
cv2.setNumThreads(1)
for file, hint in json.loads(sys.argv[1]):
    picture, hint, reader = cv2.imread(file), Hint(**hint), Reader()
    for _ in range(int(sys.argv[2])):
        reader.read(picture, hint)
        count()
"""
Picture = tuple[str, Mapping[str, object]]
"""Its file, and what is known of it."""
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def pictures(folder: Path) -> Mapping[str, Picture]:
    """What is read, by what it is."""
    from vision.reading.reader import Reader
    from workshop.benchmarks.reading_speed import FIRST, five_dice

    dice, blurred = folder / "dice.png", folder / "blurred.png"
    picture = five_dice(FIRST)
    cv2.imwrite(str(dice), picture)
    x, y, width, height = (round(edge) for edge in Reader().read(picture).dice[2].box)
    place = picture[y - MARGIN : y + height + MARGIN, x - MARGIN : x + width + MARGIN]
    cv2.GaussianBlur(place, (0, 0), BLUR, dst=place)
    cv2.imwrite(str(blurred), picture)
    return {
        "a glance, the number known": (str(dice), {"dice": 5}),
        "a glance, nothing known": (str(dice), {}),
        "a full look, nothing known": (str(dice), {"exact": True}),
        "one die out of focus, the number known: a full look, and in doubt also other views": (
            str(blurred),
            {"dice": 5},
        ),
    }


def said(program: Sequence[str | Path], asked: Sequence[Picture], times: int, packages: Path) -> str:
    """What is said on standard error while a Python, under some program, reads each picture so many times."""
    return subprocess.run(
        [*program, "-c", READ, json.dumps(asked), str(times)],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "PYTHONPATH": str(packages)},
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    ).stderr


def emulated(python: Sequence[str | Path], asked: Sequence[Picture], packages: Path) -> list[int]:
    """The instructions of each reading by another processor."""
    marks = [int(line) for line in said(python, asked, 2, packages).splitlines() if line.isdecimal()]
    return [after - before for before, after in zip(marks[::2], marks[1::2], strict=True)]


def here(asked: Sequence[Picture]) -> list[int]:
    """The instructions of each reading by this machine's."""

    def taken(one: Picture, times: int) -> int:
        told = re.search(r"I +refs: +([\d,]+)", said((*VALGRIND, sys.executable), [one], times, HOUSE))
        assert told is not None
        return int(told[1].replace(",", ""))

    return [taken(one, 2) - taken(one, 1) for one in asked]


def main() -> None:
    """Print one table."""
    from unpacked_pi import PI_4, PI_5

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    root: Path = parser.parse_args().folder.absolute() / "root"
    with TemporaryDirectory() as folder:
        plugin = Path(folder) / "instructions.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", plugin, HERE / "plugin.c"], check=True)
        asked = pictures(Path(folder))
        packages = next(root.glob("opt/dice-table/lib/python*/site-packages"))
        emulator = ("qemu-aarch64", "-plugin", str(plugin), "-L", str(root), "-cpu")
        python = root / "usr/bin" / packages.parent.name
        pi_4, pi_5 = (emulated((*emulator, one, python), [*asked.values()], packages) for one in (PI_4, PI_5))
        x86 = here([*asked.values()])
    print(f"| million instructions | Pi 4 (Cortex-A72) | Pi 5 (Cortex-A76) | here ({platform.machine()}) |")
    print("|---|---|---|---|")
    for what, *numbers in zip(asked, pi_4, pi_5, x86, strict=True):
        print(f"| {what} | {' | '.join(f'{number / 1e6:,.0f}' for number in numbers)} |")


if __name__ == "__main__":
    main()
