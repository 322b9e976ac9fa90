"""A past match on the screen again, step by step, as the record tells it."""

import math
import time
from collections.abc import Iterator, Sequence

from hardware.presses import Button
from kiosk.games.core import Choice, Keep, Over, Throw
from kiosk.games.text import Text, say
from kiosk.history.history import steps
from kiosk.history.steps import Step
from kiosk.match.log import Entry, EntryKind, Record
from kiosk.match.progress import Progress
from kiosk.match.seating import payer
from kiosk.screen.holds import KeyDown, Quit
from kiosk.screen.window import Screen
from kiosk.view import DieView, EndView, PlayView, SoftKey, TableView

SHORTEST_S, LONGEST_S = 0.6, 4.0
"""At speed 1 a step stays for 0.6 seconds at least, to be seen, and for 4 at most, however long the players took."""
FPS = 30.0
GOES_ON, STANDS = say("Pause"), say("Go on")


def pictures(match: Record, entries: Sequence[Entry]) -> Iterator[tuple[PlayView | EndView, float]]:
    """What the screen shows after each step, and for how many seconds; a `Keep` is shown together with its throw."""
    shown = [(step.told.elapsed_s, _picture(step)) for step in steps(match, entries) if not isinstance(step.what, Keep)]
    ends = [*(began_s for began_s, _ in shown[1:]), math.inf]
    for (began_s, scene), ends_s in zip(shown, ends, strict=True):
        yield scene, min(LONGEST_S, max(SHORTEST_S, ends_s - began_s))


def replay(screen: Screen, match: Record, entries: Sequence[Entry], *, speed: float, language: str) -> None:
    """Show a match: END pauses and goes on, MENU or closing the window leaves; the end stays until then."""
    scenes = pictures(match, entries)
    scene, pause_s = next(scenes, (None, 0.0))
    if scene is None:
        return
    due, stands = time.monotonic() + pause_s / speed, False
    while True:
        now = time.monotonic()
        for event in screen.poll():
            if event in {Quit(), KeyDown(Button.MENU)}:
                return
            if event == KeyDown(Button.END):
                stands, due = not stands, now
        if now >= due and not stands:
            scene, pause_s = next(scenes, (scene, pause_s))
            due = now + pause_s / speed
        keys = {Button.END: SoftKey(STANDS if stands else GOES_ON, lit=True), Button.MENU: SoftKey(say("Back"))}
        screen.show(TableView(scene, keys, language=language), now)
        time.sleep(1 / FPS)


def _picture(step: Step) -> PlayView | EndView:
    match = step.match
    play = PlayView(
        title=match.title,
        game=match.board,
        players=match.players,
        dice=_dice(match, corrected=step.what is EntryKind.CORRECT),
        prompt=match.view.prompt,
        notice=_notice(step),
        events=match.events,
        serial=match.serial,
        last_hand=match.ended_hand(),
    )
    if not isinstance(match.wait, Over):
        return play
    standing = match.wait.standing
    return EndView(play, standing, match.course, pays=payer(standing))


def _dice(match: Progress, *, corrected: bool) -> tuple[DieView, ...]:
    """The hand of the turn, or the one that ended the turn before."""
    wait, hand = match.wait, match.hand or match.last_hand
    kept = set(hand) - set(wait.slots) if isinstance(wait, Throw) and match.hand else set()
    choosing = isinstance(wait, Choice)
    return tuple(
        DieView(value, kept=slot in kept, button=number if choosing else None, corrected=corrected)
        for number, (slot, value) in enumerate(sorted(hand.items()), 1)
    )


def _notice(step: Step) -> Text | None:
    if step.what is EntryKind.CORRECT:
        return say("The throw was corrected")
    if step.what is EntryKind.UNDO:
        return say("The last step was taken back")
    return step.match.events[-1].text if step.match.events else None
