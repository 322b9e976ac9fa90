"""A release as a Raspberry Pi takes it: its first start from a card, and the program, on Debian 13 for arm64, emulated.

`DICE_TABLE_ARM64=FOLDER pytest tests/appliance/test_arm64.py` makes such a system in FOLDER, and leaves it there.
Once, as root: apt-get install -y --no-install-recommends mmdebstrap qemu-user-static
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from fresh_card import HOUSE, write_card
from mirror import debian
from unpacked_pi import PI_4, PI_5, UnpackedPi, lacking

from kiosk.appliance.card import first_start
from kiosk.appliance.card.cloud import FOLDER
from kiosk.appliance.card.pictures import STAGES
from workshop.release import build

pytestmark = pytest.mark.timeout(3600)

BOOT = Path("boot/firmware") / FOLDER
HOME = Path("opt/dice-table")
PROGRAM = f"/{HOME}/bin/dice-table"
WHEELS = f"/{HOME}-wheels"
SHARED = Path(os.environ.get("DICE_TABLE_MEASURING_SET", HOUSE.parent / "shared"))
PHOTOGRAPHS = 3
"""Of the measuring set, beside the picture of a simulated table; each takes half a minute."""
CLOSE = 0.02
"""Of a confidence; boxes are as close in parts of their size."""
PAGE = 16 << 10
"""The kernel of a Pi 5 loads nothing that wants smaller pages."""
LOADED = 1
"""PT_LOAD, in an ELF file's table of segments."""
SCENE, LANGUAGE, SIZE = "throw", "fr", (640, 360)
GOLDEN = HOUSE / "tests/kiosk/screen/golden" / f"{SCENE}.png"
DIFFERENT, MOST_DIFFERENT = 40, 0.01
"""As in tests/kiosk/screen/test_golden_pictures.py."""
DRAW = f"""
import sys
from dataclasses import replace
import pygame
from workshop.gallery.samples import scenes
from kiosk.screen.painter import Painter
painter = Painter({SIZE})
painter.paint(replace(dict(scenes())[{SCENE!r}], language={LANGUAGE!r}), 0.0)
pygame.image.save(painter.surface, sys.argv[1])
"""


@pytest.fixture(scope="module")
def work() -> Path:
    work = os.environ.get("DICE_TABLE_ARM64")
    if not work:
        pytest.skip("DICE_TABLE_ARM64 names no folder to make an arm64 system in")
    if reason := lacking():
        pytest.skip(reason)
    return Path(work).absolute()


@pytest.fixture(scope="module")
def release(work: Path) -> Path:
    return build(HOUSE, work)


@pytest.fixture(scope="module")
def pi(work: Path, release: Path) -> UnpackedPi:
    """The system after its first start with a card."""
    if (mirror := debian()) is None:
        pytest.skip("no mirror of Debian's packages is reached by this host's apt")
    pi = UnpackedPi(work / "root", mirror, tuple(first_start.LIBRARIES.values()))
    write_card(pi.root / BOOT.parent, release, "--language", LANGUAGE)
    shutil.copytree(release, pi.root / WHEELS[1:])
    pi.run("/usr/bin/python3", "-B", f"/{BOOT}/first_start.py")
    return pi


@pytest.fixture(scope="module")
def pictures(pi: UnpackedPi) -> Sequence[Path]:
    """Where the same pictures lie here and there."""
    labels = SHARED / "photos" / "dev" / "labels.jsonl"
    names = [json.loads(line)["file"] for line in labels.read_text("utf-8").splitlines()] if labels.exists() else []
    chosen = [labels.parent / name for name in names[:: len(names) // PHOTOGRAPHS or 1][:PHOTOGRAPHS]]
    folder = pi.root / "pictures"
    folder.mkdir()
    files = (HOUSE / "assets/pictures/camera.jpg", *chosen)
    return [Path(shutil.copy(file, folder / f"{number:02}{file.suffix}")) for number, file in enumerate(files)]


def read_here(pictures: Sequence[Path]) -> list[dict[str, Any]]:
    program = (sys.executable, "-c", "from kiosk.commands import main; main()")
    done = subprocess.run(
        [*program, "read", "--json", *pictures], cwd=HOUSE, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def read_there(
    pi: UnpackedPi, pictures: Sequence[Path], processor: str, program: str = PROGRAM
) -> list[dict[str, Any]]:
    files = [f"/{file.relative_to(pi.root)}" for file in pictures]
    return [json.loads(line) for line in pi.says(program, "read", "--json", *files, processor=processor).splitlines()]


def alike(here: dict[str, Any], there: dict[str, Any]) -> bool:
    """Whether two readings of a picture tell the same."""
    if here["certain"] != there["certain"] or len(here["dice"]) != len(there["dice"]):
        return False
    return all(
        ours["value"] == theirs["value"]
        and abs(ours["confidence"] - theirs["confidence"]) <= CLOSE
        and np.abs(np.subtract(ours["box"], theirs["box"])).max() <= CLOSE * max(ours["box"][2:])
        for ours, theirs in zip(here["dice"], there["dice"], strict=True)
    )


def pages(library: bytes) -> Iterator[int]:
    """The size of page that each loaded segment of an ELF file of 64 bits wants."""
    (table,) = struct.unpack_from("<Q", library, 32)
    size, count = struct.unpack_from("<HH", library, 54)
    for place in range(table, table + size * count, size):
        (kind,) = struct.unpack_from("<I", library, place)
        if kind == LOADED:
            yield struct.unpack_from("<Q", library, place + 48)[0]


def test_the_first_start_puts_it_together_without_a_network(pi: UnpackedPi) -> None:
    told = (pi.root / BOOT / "log.txt").read_text("utf-8").splitlines()
    assert [line for line in told if line in STAGES] == list(STAGES), told
    # All but the last step, for which a system has to run.
    assert told[-1].startswith("failed: systemd-sysusers failed")
    assert pi.says(PROGRAM, "--version").startswith("dice-table ")


def test_each_library_loads_with_the_pages_of_a_pi_5(release: Path) -> None:
    looked_at = 0
    for wheel in sorted(release.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                if (content := packed.read(name)).startswith(b"\x7fELF"):
                    looked_at += 1
                    assert min(pages(content)) % PAGE == 0, name
    assert looked_at


@pytest.mark.parametrize("processor", [PI_4, PI_5])
def test_pictures_are_read_as_they_are_here(pi: UnpackedPi, pictures: Sequence[Path], processor: str) -> None:
    here, there = read_here(pictures), read_there(pi, pictures, processor)
    assert len(there) == len(pictures)
    assert [pair for pair in zip(here, there, strict=True) if not alike(*pair)] == []


def test_guests_play_a_match(pi: UnpackedPi) -> None:
    words = ("play", "--headless", "--game", "mexico", "--players", "2", "--seed", "7", "--turbo", "--json")
    played = json.loads(pi.says(PROGRAM, *words))
    assert played["throws"]
    assert played["mismatches"] == []


def test_a_screen_looks_as_it_does_here(pi: UnpackedPi, work: Path) -> None:
    pi.says(f"/{HOME}/bin/python", "-c", DRAW, "/screen.png")
    file = shutil.copy(pi.root / "screen.png", work / "screen.png")
    there = pygame.surfarray.array3d(pygame.image.load(file)).astype(int)
    golden = pygame.surfarray.array3d(pygame.image.load(GOLDEN)).astype(int)
    assert (np.abs(there - golden).max(axis=2) > DIFFERENT).mean() <= MOST_DIFFERENT


def test_the_doctor_finds_no_fault(pi: UnpackedPi) -> None:
    checks = {check["name"]: check for check in json.loads(pi.says(PROGRAM, "doctor", "--json"))["checks"]}
    assert "(trixie), aarch64" in checks["system"]["found"]
    assert {name for name, check in checks.items() if check["level"] not in {"ok", "info"}} == set()


def test_every_wheel_works_where_the_system_has_none_of_them(
    pi: UnpackedPi, pictures: Sequence[Path], release: Path
) -> None:
    pi.says("/usr/bin/python3", "-m", "venv", "--without-pip", "/alone")
    pip = next(release.glob("pip-*.whl")).name
    ours = next(release.glob("dice_table-*.whl")).name
    install = ("install", "--quiet", "--no-index", "--find-links", WHEELS)
    pi.says("/alone/bin/python", f"{WHEELS}/{pip}/pip", *install, f"{WHEELS}/{ours}[lamps]")
    installed = pi.root.glob("alone/lib/python*/site-packages/*.dist-info")
    assert len(list(installed)) == len(list(release.glob("*.whl"))) - 1, "all but pip"
    assert alike(*read_here(pictures[:1]), *read_there(pi, pictures[:1], PI_4, "/alone/bin/dice-table"))
