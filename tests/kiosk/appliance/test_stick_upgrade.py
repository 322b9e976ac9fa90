"""An upgrade asked for on the service page: what it looks at first, what it asks, and what it says of it."""

from pathlib import Path

import pytest
import small_release
from made_up import MadeUpTable
from waiting import until

from hardware.panel import Button
from kiosk.appliance.machine import Machine
from kiosk.appliance.stick_upgrade import FAILED, StickUpgrade
from kiosk.match.journal import Journal
from kiosk.session.session import Session
from kiosk.view import PageView


class Appliance:
    """Sticks, and the unit that answers, as far as files tell of it."""

    def __init__(self, folder: Path) -> None:
        self.sticks: list[Path] = []
        self.request, self._told = folder / "run" / "upgrade", folder / "told" / "told"
        self._folder = folder
        self.request.parent.mkdir()
        self._told.parent.mkdir()
        self.upgrade = StickUpgrade(lambda: self.sticks, self.request, self._told)

    def plug_in(self, version: str, *, damaged: bool = False) -> None:
        release = small_release.release(self._folder / "stick" / f"dice-table-{version}")
        if damaged:
            next(release.glob("*.whl")).write_bytes(b"something else")
        self.sticks = [release.parent]

    def ask(self) -> str:
        self.upgrade.begin()
        looking = self.upgrade._thread
        assert looking is not None
        looking.join(10)
        return self.said

    @property
    def said(self) -> str:
        outcome = self.upgrade.outcome
        assert outcome is not None
        return outcome.message

    def answer(self, sentence: str) -> None:
        """As dice-table-upgrade.service ends when it fails."""
        self._told.write_text(f"config.toml, line 2: unknown\n{sentence}\n")
        self.request.unlink()
        self._told.with_name(FAILED).touch()


@pytest.fixture
def appliance(tmp_path: Path) -> Appliance:
    return Appliance(tmp_path)


def test_without_a_release_and_with_a_damaged_one_nothing_is_asked(appliance: Appliance) -> None:
    assert appliance.ask().startswith("Plug in a USB stick")
    appliance.plug_in("0.2.0", damaged=True)
    assert "damaged" in appliance.ask()
    assert not appliance.request.exists()
    assert not appliance.upgrade.busy


def test_a_whole_release_is_asked_for_once_and_a_failure_is_told(appliance: Appliance) -> None:
    appliance.plug_in("0.2.0")
    assert "made ready" in appliance.ask()
    assert appliance.request.exists()
    assert appliance.upgrade.busy
    appliance.answer("pip install failed: mend that.")
    outcome = appliance.upgrade.outcome
    assert outcome is not None
    assert dict(outcome.values) == {"why": "pip install failed: mend that."}
    assert not appliance.upgrade.busy
    assert "made ready" in appliance.ask(), "what was told of the last one is not taken for this one"


def test_the_service_page_offers_it_where_something_answers(
    appliance: Appliance, monkeypatch: pytest.MonkeyPatch
) -> None:
    appliance.plug_in("0.2.0")
    for upgrade, offered in ((None, False), (appliance.upgrade, True)):
        machine = Machine()
        monkeypatch.setattr(machine, "upgrade", upgrade)
        session = Session(Journal(), machine=machine)
        table = MadeUpTable(session.scene, session.press)
        table.empty()
        table.press(Button.MENU)
        walk(table, session, "Service")
        assert ("Upgrade from a USB stick" in labels(session)) is offered
    walk(table, session, "Upgrade from a USB stick")
    until("the request", appliance.request.exists)


def labels(session: Session) -> list[str]:
    scene = session.view.scene
    assert isinstance(scene, PageView)
    return [item.label.message for item in scene.items]


def walk(table: MadeUpTable, session: Session, label: str) -> None:
    for _ in range(labels(session).index(label)):
        table.press(Button.KEEP_2)
    table.end()
