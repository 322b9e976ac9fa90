"""What must hold whatever was done: lit keys do something, a way leads home, the journal tells the same match."""

from __future__ import annotations

from collections.abc import Callable

from walk import SPOKEN, plain

from hardware.presses import KEEPS, LONG_PRESS_S, Button
from kiosk.games.core import Choice, Draw, Pick, Throw
from kiosk.games.registry import game
from kiosk.match.match import Match
from kiosk.referee.notices import REFUSAL_S
from kiosk.session.lock import PAUSE_S
from kiosk.session.result import OTHER_GAME, READ_S
from kiosk.view import (
    AttractView,
    CalibrationView,
    DialogView,
    EndView,
    HowToView,
    MenuView,
    NameView,
    PinView,
    PlayView,
    ProblemView,
    ServiceView,
    StandingView,
)
from workshop.benchmarks.monkey.at_hand import Kiosk

TAP_S = 0.1
QUIET_S = LONG_PRESS_S + 0.4
"""Whatever was still held has been heard by then."""
HOME = 80
"""Presses that lead from anywhere to the attract screen, all lines of two menus included."""
ON = 12
"""Presses with which a match goes on, whatever lies there."""


class ComplaintError(AssertionError):
    """Something that must hold does not; `kind` is what."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


# --- keys ------------------------------------------------------------------------------------------------------------


def tap(kiosk: Kiosk, button: Button, seconds: float = TAP_S) -> None:
    """Press a button, by the screen's key as the panel may be broken, and let go."""
    holds, keyboard = kiosk.screen._holds, kiosk._running.keyboard
    keyboard.put(kiosk.world.now, *holds.down(tap, button, kiosk.world.now))  # type: ignore[arg-type]
    kiosk.wait(seconds)
    keyboard.put(kiosk.world.now, *holds.up(tap))  # type: ignore[arg-type]
    kiosk.wait(3 * TAP_S)


def seen(kiosk: Kiosk, *, spoken: bool) -> object:
    """All that a press may change; without what is only `spoken`: why not, and which button it was."""
    session, match, machine = kiosk.session, kiosk.match, kiosk.session._service._machine
    assert machine is not None
    return (
        plain(session.view, frozenset() if spoken else SPOKEN),
        None if match is None else (match.record.players, tuple(match.actions), match.corrections),
        [type(mode).__name__ for mode in session.modes],
        id(session.calibration),
        id(machine._saving),
    )


def lit_keys_do_something(kiosk: Kiosk, button: Button) -> None:
    """Press a key that shows something, while nothing else happens."""
    first = kiosk.scene
    kiosk._running.keyboard.put(kiosk.world.now, *kiosk.screen._holds.let_go())  # type: ignore[arg-type]
    kiosk.wait(REFUSAL_S + QUIET_S if isinstance(first, PlayView) and first.notice_id is not None else QUIET_S)
    scene, key = kiosk.scene, kiosk.session.view.keys.get(button)
    if key is None:
        return
    if isinstance(scene, ServiceView) and key.label is None:
        tap(kiosk, button)  # all lamps are lit, to be looked at
        if getattr(kiosk.scene, "last", None) is not button:
            raise ComplaintError("a key does nothing", f"{button} of {said(kiosk)}")
        return
    # A lamp that shows a die that the rules or the house keep says whose doing that is.
    spoken = isinstance(scene, PlayView) and button in KEEPS
    before, told = seen(kiosk, spoken=spoken), said(kiosk)
    tap(kiosk, button)
    if seen(kiosk, spoken=spoken) == before:
        label = key.label and key.label.message
        raise ComplaintError(f"a key does nothing, {label}", f"{button} of {told}")


def said(kiosk: Kiosk) -> str:
    """What is on the screen, in short."""
    scene = kiosk.scene
    modes = " > ".join(type(mode).__name__ for mode in kiosk.session.modes)
    more = ""
    if isinstance(scene, PlayView):
        more = f", {scene.prompt.message!r}, waits for {kiosk.match and kiosk.match.wait}"
    elif isinstance(scene, MenuView):
        more = f", {scene.title.message!r}: {scene.items[scene.chosen].label.message!r}"
    return f"{modes}{more}"


# --- ways out --------------------------------------------------------------------------------------------------------


def comes_home(kiosk: Kiosk) -> None:
    """From wherever it is a bounded number of presses of keys that show something leads to the attract screen."""
    way = [said(kiosk)]
    for _ in range(HOME):
        scene = kiosk.scene
        if isinstance(scene, AttractView) and not scene.resumable:
            return
        button = _homewards(kiosk)
        if button not in kiosk.session.view.keys:
            kiosk.wait(PAUSE_S + 1.0 if isinstance(scene, PinView) else READ_S)  # what can't be pressed yet
            if button not in kiosk.session.view.keys:
                break
        tap(kiosk, button)
        way.append(f"{button}: {said(kiosk)}")
    raise ComplaintError("a dead end", "\n      ".join([*way[:6], "…", *way[-6:]]))


def _homewards(kiosk: Kiosk) -> Button:
    match kiosk.scene:
        case AttractView() | ProblemView() | HowToView():
            return Button.END
        case EndView():
            return OTHER_GAME
        case PlayView() | DialogView() | NameView() | CalibrationView() | StandingView():
            return Button.MENU
        case PinView() as pin:
            return KEEPS[int(kiosk.settings.pin[pin.entered]) - 1] if _ends(kiosk) else Button.MENU
        case ServiceView():
            return Button.MENU
        case MenuView() as menu:
            return _down(menu, "End the match", "Yes, end it")
        case _:
            return Button.MENU


def _ends(kiosk: Kiosk) -> bool:
    """Whether the PIN is asked for before a match is ended."""
    modes = kiosk.session.modes
    below = modes[-2].view if len(modes) > 1 else None
    return isinstance(below, MenuView) and "End the match" in {item.label.message for item in below.items}


def _down(menu: MenuView, *labels: str) -> Button:
    """To the line that leads on; where there is none, back."""
    here = [item.label.message for item in menu.items]
    if not set(labels) & set(here):
        return Button.MENU
    return Button.END if here[menu.chosen] in labels else Button.KEEP_1


def goes_on(kiosk: Kiosk) -> None:
    """A match under way goes on by its buttons, and the dice that it asks for, whatever lies there."""
    way = [said(kiosk)]
    match = kiosk.match
    if match is None or match.over or not isinstance(kiosk.scene, PlayView | AttractView | ProblemView):
        return
    serial = match.serial
    for _ in range(ON):
        if not isinstance(kiosk.scene, PlayView | AttractView | ProblemView | DialogView):
            break
        _press_on(kiosk)
        way.append(said(kiosk))
        if match.serial != serial or kiosk.match is not match:
            return
    raise ComplaintError("a match gets no further", "\n      ".join(way))


def _press_on(kiosk: Kiosk) -> None:
    """Lay what is asked for, enter a throw by hand, or end the turn."""
    scene, match = kiosk.scene, kiosk.match
    assert match is not None
    keys = kiosk.session.view.keys
    if not isinstance(scene, PlayView) or (Button.END in keys and isinstance(match.wait, Draw | Choice | Pick)):
        tap(kiosk, Button.END)
    elif scene.warning and isinstance(match.wait, Choice):
        kiosk.table.throw_all(*match.hand.values(), *scene.ruling.theirs)
        kiosk.settle()
    elif isinstance(match.wait, Throw | Choice):
        kept = kiosk.session._played.referee._selection.staying  # type: ignore[union-attr]
        free = [button for button in KEEPS if button in keys and not keys[button].lit]
        if isinstance(match.wait, Choice) and kept not in match.wait.keeps and free:
            tap(kiosk, free[0])
        kiosk.wait(QUIET_S)
        tap(kiosk, Button.END, LONG_PRESS_S + 0.4)
    elif isinstance(match.wait, Pick):
        tap(kiosk, Button.KEEP_1)


# --- the journal -----------------------------------------------------------------------------------------------------


def journal_tells_the_same(kiosk: Kiosk) -> None:
    """The match as its journal tells it is the match that is played."""
    match = kiosk.match
    if match is None:
        return
    _same(match, _told(kiosk, match), "the journal")


def _told(kiosk: Kiosk, match: Match) -> Match:
    record = match.record
    return Match(kiosk.journal, record, game(record.game)(record.preset, record.options))


def _same(match: Match, other: Match, what: str) -> None:
    for name in ("actions", "wait", "corrections", "players"):
        if getattr(match, name) != getattr(other, name):
            message = f"{name} of {what}: {getattr(other, name)}, and at the table {getattr(match, name)}"
            raise ComplaintError("the journal tells otherwise", message)


def outlasts(kiosk: Kiosk, cut: Callable[[], None]) -> None:
    """After the power was cut, or the table started anew, the match goes on as it was."""
    match, safe = kiosk.match, kiosk.journal.trouble is None
    cut()
    kiosk.settle()
    if match is None or match.over or not safe:
        return
    if kiosk.match is None:
        raise ComplaintError("a match is lost", f"{match.record} after {match.actions[-3:]}")
    if kiosk.match.actions[: len(match.actions)] == match.actions:
        return  # and perhaps the house has chosen since
    _same(match, kiosk.match, "what goes on")
