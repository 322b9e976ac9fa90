"""A machine as blank as a fresh card, emulated: what `service card` writes makes it a playing table by itself."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from blank_machine import TOOLS, Machine
from fresh_card import FRESH, HOUSE, write_card
from mirror import Mirror, debian

from hardware.faults import CameraFault, CameraFaultKind
from kiosk.appliance.card.pictures import views
from kiosk.match.journal import Journal
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.guide.guide import Bookmark
from kiosk.session.preferences import Preferences
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.view import TableView
from workshop.release import PINS, TARGET, write_sums

pytestmark = pytest.mark.timeout(7200)

PATIENCE_S = 3000.0
"""For a first start: some four minutes on an idle host of two cores; beside other work much more."""
LANGUAGE = "fr"
STAGES = ["files", "packages", "program", "settings", "table"]
CABLE = "cable"
LAST = "python3-pil"
"""The package that is not to be had at first: once it is served all are there."""
UNPACKING_S = 10.0
"""So long after that some are unpacked, and none is ready."""


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


@pytest.fixture
def card(release: Path, tmp_path: Path) -> Path:
    """The boot partition of a card, as `service card` leaves it."""
    boot, card = tmp_path / "boot", tmp_path / "card.img"
    write_card(boot, release, "--language", LANGUAGE, "--timezone", "Europe/Paris")
    with card.open("wb") as image:
        image.truncate(400 << 20)
    subprocess.run(["mkfs.vfat", "-n", "BOOTFS", card], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["mcopy", "-s", "-i", card, *boot.iterdir(), "::"], check=True)
    return card


@pytest.fixture
def machine(blank: Path, card: Path, tmp_path: Path) -> Iterator[Machine]:
    """One with all that the table needs of the system, and no network."""
    machine = Machine(blank, "blank.img", card, tmp_path)
    yield machine
    machine.off()


@pytest.fixture
def mirror(tmp_path: Path) -> Iterator[Mirror]:
    if (address := debian()) is None:
        pytest.skip("no mirror of Debian's packages is reached by this host's apt")
    with Mirror(address, tmp_path / "mirror").serving() as mirror:
        yield mirror


@pytest.fixture
def bare(blank: Path, card: Path, tmp_path: Path) -> Iterator[Machine]:
    """One that has to fetch what the table needs of the system; its network cable is not plugged in yet."""
    machine = Machine(blank, "bare.img", card, tmp_path, network=f"user,model=virtio-net-pci,id={CABLE}")
    machine.plug(CABLE, into_network=False)
    yield machine
    machine.off()


def waits(what: str, come: Callable[[], bool], told: Callable[[], list[str]]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not come():
        assert time.monotonic() < end, f"{what}: not within {PATIENCE_S:.0f} s: {told()}"
        time.sleep(5.0)


def progress(name: str) -> TableView:
    """One of the pictures of a first start."""
    return TableView(dict(views())[name], language=LANGUAGE)


def comes_to_the_poster(machine: Machine) -> None:
    """From the last stage of a first start through the guide to the poster; nothing listens."""
    waits("the last stage", lambda: machine.log()[-1:] == ["done"], machine.log)
    session = Session(Journal(), preferences=Preferences(LANGUAGE), start=Start(guide=Bookmark(0)))
    session.camera_fails(camera_trouble(CameraFault(CameraFaultKind.NO_PI)))
    assert machine.shows(session.view), "the guide of a first start"
    machine.press("m")
    poster = Session(Journal(), preferences=Preferences(LANGUAGE))
    poster.camera_fails(camera_trouble(CameraFault(CameraFaultKind.NO_PI)))
    assert machine.shows(poster.view), "the poster"
    listening = [line.split() for line in machine.say("ss -Htln").splitlines() if line.startswith("LISTEN")]
    assert [words[3] for words in listening if not words[3].startswith(("127.", "[::1]"))] == []
    assert "active" in machine.say("systemctl is-active dice-table")


def test_a_blank_card_comes_to_the_poster_by_itself_without_a_network(machine: Machine) -> None:
    comes_to_the_poster(machine)
    assert machine.log() == [*STAGES, "done"]
    machine.say("/opt/dice-table/bin/dice-table service card /boot/firmware --remove; sync", patience_s=180.0)
    assert machine.files() == FRESH, "as the card was before"


def test_a_bare_card_fetches_what_it_needs_through_a_late_network_a_gap_in_the_mirror_and_a_power_cut(
    mirror: Mirror, bare: Machine
) -> None:
    mirror.lacks = {LAST}
    assert bare.shows(progress("network"), PATIENCE_S), bare.log()
    assert mirror.served == []
    bare.plug(CABLE, into_network=True)
    assert bare.shows(progress("packages_fault"), PATIENCE_S), bare.log()
    assert [line for line in bare.log() if line.startswith("failed: ") and LAST in line]
    mirror.lacks = set()
    bare.cut_power()
    waits("the packages", lambda: any(file.startswith(LAST) for file in mirror.served), bare.log)
    time.sleep(UNPACKING_S)
    bare.cut_power()
    comes_to_the_poster(bare)
    stages = [line for line in bare.log() if line in {*STAGES, "done"}]
    assert stages == [*(2 * STAGES[:2]), *STAGES, "done"], "the cut came while they were unpacked"
