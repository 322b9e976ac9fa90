"""What must hold whatever happened: the match goes on, and the journal tells the same one."""

from collections.abc import Callable

from hardware.presses import KEEPS, LONG_PRESS_S, Button
from kiosk.games.core import Choice, Draw, Pick, Throw
from kiosk.games.registry import game
from kiosk.match.match import Match
from kiosk.view import AttractView, DialogView, PageView, PlayView, ProblemView
from workshop.benchmarks.pairs.kiosk import Kiosk

TAP_S = 0.1
QUIET_S = LONG_PRESS_S + 0.4
"""Whatever was still held has been heard by then."""
RIGHT_PX = 700.0
"""Where the right half of the picture begins."""
ON = 12
"""Presses with which a match goes on, whatever lies there."""


class ComplaintError(AssertionError):
    """Something that must hold does not; `kind` is what."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


def tap(kiosk: Kiosk, button: Button, seconds: float = TAP_S) -> None:
    """Press a button, by the screen's key as the panel may be broken, and let go."""
    holds, keyboard = kiosk.screen._holds, kiosk._running.keyboard
    keyboard.put(kiosk.world.now, *holds.down(tap, button, kiosk.world.now))  # type: ignore[arg-type]
    kiosk.wait(seconds)
    keyboard.put(kiosk.world.now, *holds.up(tap))  # type: ignore[arg-type]
    kiosk.wait(3 * TAP_S)


def said(kiosk: Kiosk) -> str:
    """What is on the screen, in short."""
    scene = kiosk.scene
    modes = " > ".join(type(mode).__name__ for mode in kiosk.session.modes)
    more = ""
    if isinstance(scene, PlayView):
        more = f", {scene.prompt.message!r}, waits for {kiosk.match and kiosk.match.wait}"
    elif isinstance(scene, PageView):
        more = f", {scene.title.message!r}: {scene.items[scene.chosen].label.message!r}"
    return f"{modes}{more}"


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
        hands = tuple(match.hand.values()), scene.ruling.theirs
        left, right = hands[::-1] if scene.ruling.seat == 1 else hands
        kiosk.table.throw_all(*left)
        kiosk.table.throw(*right, at=RIGHT_PX)
        kiosk.settle()
    elif isinstance(match.wait, Throw | Choice):
        kept = kiosk.session._play.referee._selection.staying  # type: ignore[union-attr]
        free = [button for button in KEEPS if button in keys and not keys[button].lit]
        if isinstance(match.wait, Choice) and kept not in match.wait.keeps and free:
            tap(kiosk, free[0])
        kiosk.wait(QUIET_S)
        tap(kiosk, Button.END, LONG_PRESS_S + 0.4)
    elif isinstance(match.wait, Pick):
        tap(kiosk, Button.KEEP_1)


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
