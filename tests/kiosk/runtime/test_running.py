"""Two threads look and play: nothing is lost between them, and at the end nothing is closed under who writes."""

import threading
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np
import pytest
from waiting import WAIT_S, until

from hardware.faults import CameraFault, CameraFaultKind, PanelFault
from hardware.panel import Button, Panel, PanelPins, Press
from kiosk.games.text import Text
from kiosk.pipeline.pipeline import Seen, Shown, WatchHint
from kiosk.runtime import running as module
from kiosk.runtime.devices import Devices
from kiosk.runtime.running import Running
from kiosk.runtime.threads import HEALTHY_S
from kiosk.screen.holds import KeyDown, KeyUp
from kiosk.view import AttractView, Picked, Pointed, SoftKey, TableView, Typed
from vision.types import Expectation, Frame

LOOSE = CameraFault(CameraFaultKind.HANGS)


class Grabber:
    """A camera that has a new picture each time, whose brightness counts them."""

    fault: CameraFault | None = None
    notice: CameraFault | None = None

    def __init__(self) -> None:
        self.taken = count()
        self.stopped: list[str] = []

    def take(self, now: float) -> Frame:
        return Frame(np.full((1, 1, 3), next(self.taken) % 256, np.uint8), now)

    def stop(self) -> None:
        self.stopped.append("asked")

    def join(self, timeout_s: float) -> None:
        assert timeout_s
        self.stopped.append("waited for")


class Journal:
    """Only knows whether it is closed."""

    closed = False

    def close(self) -> None:
        self.closed = True


@dataclass
class Steps:
    """A pipeline that writes down what it is given; it waits, in its play, until it may write."""

    looked: list[tuple[Frame | None, CameraFault | None, WatchHint]] = field(default_factory=list)
    pressed: list[Press] = field(default_factory=list)
    held: list[Collection[Button]] = field(default_factory=list)
    played: list[Seen] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """How much was seen before each turn of the play."""
    advised: list[WatchHint] = field(default_factory=list)
    pointed: list[Pointed] = field(default_factory=list)
    may_write: threading.Event = field(default_factory=threading.Event)
    writing: bool = False

    def see(self, frame: Frame | None, fault: CameraFault | None, hint: WatchHint) -> Seen:
        self.looked.append((frame, fault, hint))
        return Seen(None, np.full((1, 1, 3), len(self.looked) % 256, np.uint8), fault)

    def play(
        self,
        presses: Iterable[Press],
        held: Collection[Button],
        seen: Iterable[Seen],
        now: float,
        missing: Sequence[PanelFault],
    ) -> Shown:
        assert now
        assert not missing
        self.pressed += presses
        self.held.append(held)
        before = len(self.played)
        self.played += seen
        self.turns.append(len(self.played) - before)
        self.writing = True
        self.may_write.wait(WAIT_S)
        self.writing = False
        return self.shown

    def point(self, pointed: list[Pointed]) -> None:
        self.pointed += pointed

    @property
    def shown(self) -> Shown:
        self.advised.append(WatchHint(Expectation(len(self.advised)), None))
        keys = {Button.END: SoftKey(lit=True)}
        view = TableView(AttractView((Text(str(len(self.advised))),)), keys)
        return Shown(view, self.advised[-1], leave=False)


class Desk:
    """Somebody at a simulated table, who writes down what happens to them."""

    def __init__(self) -> None:
        self.done: list[tuple[object, ...]] = []

    def throw(self, view: TableView) -> None:
        self.done.append(("throw", view))

    def move(self, now: float) -> None:
        self.done.append(("move", now))

    def act(self, view: TableView, now: float) -> None:
        self.done.append(("look", view, now))


@dataclass
class Bench:
    """The table with all that it is made of."""

    steps: Steps = field(default_factory=Steps)
    grabber: Grabber = field(default_factory=Grabber)
    journal: Journal = field(default_factory=Journal)
    panel: Panel = field(default_factory=lambda: Panel(PanelPins({}, {})))
    desk: Desk | None = None

    def __post_init__(self) -> None:
        devices = Devices(self.panel, self.grabber, desk=self.desk)  # type: ignore[arg-type]
        self.running = Running(self.steps, devices, self.journal)  # type: ignore[arg-type]


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.steps.may_write.set()
    bench.running.close()
    assert all(thread.ended(WAIT_S) for thread in bench.running.threads)


def test_whatever_the_eyes_see_while_the_play_is_slow_is_played_in_order(bench: Bench) -> None:
    bench.running.start()
    until("it looks on", lambda: len(bench.steps.looked) > 50)
    assert len(bench.steps.played) < 50, "meanwhile nobody played"
    bench.steps.may_write.set()
    until("all is played", lambda: len(bench.steps.played) > 50)
    numbers = [int(seen.image[0, 0, 0]) for seen in list(bench.steps.played) if seen.image is not None]
    assert max(bench.steps.turns) >= 50 - bench.steps.turns[0], "what has come meanwhile is played at once"
    assert numbers == [number % 256 for number in range(1, len(numbers) + 1)]


def test_whatever_is_pressed_while_the_play_is_slow_is_pressed_in_the_end(bench: Bench) -> None:
    bench.running.start()
    until("it plays", lambda: bench.steps.writing)
    for button in (Button.KEEP_1, Button.KEEP_2, Button.END):
        bench.running.keyboard.put(time.monotonic(), KeyDown(button), KeyUp(button))
    bench.steps.may_write.set()
    wanted = [Button.KEEP_1, Button.KEEP_2, Button.END]
    until("all are pressed", lambda: len(bench.steps.pressed) >= len(wanted))
    assert [press.buttons for press in bench.steps.pressed] == [{button} for button in wanted]


def test_what_is_tapped_and_typed_is_heard_once(bench: Bench) -> None:
    bench.steps.may_write.set()
    bench.running.start()
    done: list[Pointed] = [Picked(Text("names"), "W"), Typed("alt")]
    for touch in done:
        bench.running.keyboard.put(time.monotonic(), touch)
    until("all is heard", lambda: len(bench.steps.pointed) >= len(done))
    assert bench.steps.pointed == done


def test_the_eyes_are_told_what_is_wrong_with_the_camera_and_the_newest_advice(bench: Bench) -> None:
    bench.grabber.fault = LOOSE
    bench.steps.may_write.set()
    bench.running.start()
    until("the play has gone on", lambda: bench.running.shown.hint.expectation.dice not in {None, 0, 1, 2})
    newest = bench.running.shown.hint.expectation.dice
    assert newest is not None
    until("the eyes have heard", lambda: (bench.steps.looked[-1][2].expectation.dice or 0) >= newest)
    frame, fault, _ = bench.steps.looked[-1]
    assert frame is not None
    assert fault is LOOSE


def test_who_holds_buttons_is_told_and_lamps_are_lit_by_what_is_shown() -> None:
    from hardware.simulator.fingers import Fingers

    fingers = Fingers(PanelPins())
    bench = Bench(panel=Panel(PanelPins(), fingers.factory))
    fingers.press(Button.MENU, time.monotonic())
    bench.steps.may_write.set()
    bench.running.start()
    until("it is seen", lambda: bench.steps.held and bench.steps.held[-1] == {Button.MENU})
    until("the lamp shines", lambda: fingers.lit(Button.END))
    bench.running.close()


def test_who_sits_at_a_simulated_table_moves_before_each_turn_and_sees_what_it_shows() -> None:
    desk = Desk()
    bench = Bench(desk=desk)
    bench.steps.may_write.set()
    bench.running.start()
    until("they have seen something", lambda: len([deed for deed in desk.done if deed[0] == "look"]) > 1)
    bench.running.close()
    move, look, again, *_ = desk.done
    assert (move[0], look[0], again[0]) == ("move", "look", "move")
    assert look[2] == move[1], "in the same turn"
    assert desk.done[-1][1] is bench.running.shown.view


@pytest.mark.parametrize("stuck", [0, 1])
def test_the_table_is_well_while_both_threads_turn(bench: Bench, stuck: int) -> None:
    now = time.monotonic()
    assert bench.running.healthy(now)
    bench.running.threads[stuck].turned_at = now - HEALTHY_S - 1
    assert not bench.running.healthy(now)


@pytest.mark.parametrize("broken", [0, 1])
def test_what_ends_a_thread_is_raised(bench: Bench, broken: int) -> None:
    bench.running.threads[broken].error = RuntimeError("the reader failed")
    with pytest.raises(RuntimeError, match="the reader failed"):
        bench.running.healthy(time.monotonic())


def test_the_journal_is_closed_once_a_slow_disk_has_taken_the_last_of_the_match(bench: Bench) -> None:
    written = []

    def close() -> None:
        written.append(not bench.steps.writing)

    bench.journal.close = close  # type: ignore[method-assign]
    bench.running.start()
    until("it writes", lambda: bench.steps.writing)
    threading.Timer(0.3, bench.steps.may_write.set).start()
    bench.running.close()
    assert written == [True]
    assert bench.grabber.stopped == ["asked", "waited for"]


def test_under_a_disk_that_never_answers_nothing_is_closed_and_that_is_said(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "SAVING_S", 0.05)
    bench.running.start()
    until("it writes", lambda: bench.steps.writing)
    bench.running.close()
    assert not bench.journal.closed
    assert "did not take the last of the match" in capsys.readouterr().err
    assert bench.grabber.stopped == ["asked", "waited for"], "but the camera is let go"
