"""A release as a Raspberry Pi takes it: its first start from a card, and the program, on Debian 13 for arm64, emulated.

`DICE_TABLE_ARM64=FOLDER pytest tests/appliance/test_arm64.py` makes such a system in FOLDER, and leaves it there.
Once, as root: apt-get install -y --no-install-recommends mmdebstrap qemu-user-static
"""

import json
import os
import shutil
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path

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
PAGE = 16 << 10
"""The kernel of a Pi 5 loads nothing that wants smaller pages."""
LOADED = 1
"""PT_LOAD, in an ELF file's table of segments."""


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
    write_card(pi.root / BOOT.parent, release, "--language", "fr")
    shutil.copytree(release, pi.root / WHEELS[1:])
    pi.run("/usr/bin/python3", "-B", f"/{BOOT}/first_start.py")
    return pi


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
    # All but the last step, for which a system has to run; what was done before it follows.
    (failed,) = (line for line in told if line.startswith("failed: "))
    assert failed.startswith("failed: systemd-sysusers failed")
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


def test_the_doctor_finds_no_fault(pi: UnpackedPi) -> None:
    checks = {check["name"]: check for check in json.loads(pi.says(PROGRAM, "doctor", "--json"))["checks"]}
    assert "(trixie), aarch64" in checks["system"]["found"]
    assert {name for name, check in checks.items() if check["level"] not in {"ok", "info"}} == set()


def test_every_wheel_works_where_the_system_has_none_of_them(pi: UnpackedPi, release: Path) -> None:
    pi.says("/usr/bin/python3", "-m", "venv", "--without-pip", "/alone")
    pip = next(release.glob("pip-*.whl")).name
    ours = next(release.glob("dice_table-*.whl")).name
    install = ("install", "--quiet", "--no-index", "--find-links", WHEELS)
    pi.says("/alone/bin/python", f"{WHEELS}/{pip}/pip", *install, f"{WHEELS}/{ours}[lamps]")
    installed = pi.root.glob("alone/lib/python*/site-packages/*.dist-info")
    assert len(list(installed)) == len(list(release.glob("*.whl"))) - 1, "all but pip"
    shutil.copy(HOUSE / "assets/pictures/camera.jpg", pi.root)
    for processor in (PI_4, PI_5):
        assert '"value"' in pi.says("/alone/bin/dice-table", "read", "--json", "/camera.jpg", processor=processor)
