"""Two things that happen to a table one after the other: every accident followed by every other, from every beginning.

    python -m workshop.benchmarks.pairs 37

tries one of 37. Everything but the camera's pictures is real. Whatever happened: nothing
raises; once all is well again no fault is shown, and the match goes on; the journal tells the match that is played,
also after a power cut; no match that was begun is lost, or mixed with another.
"""

import argparse
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from unittest.mock import patch

from hardware.faults import CameraFault, CameraFaultKind
from hardware.presses import KEEPS, LONG_PRESS_S, Button
from kiosk.match.log import actions_of
from kiosk.screen.window import Screen
from kiosk.session.session import ATTRACT_S, NOTICE_S
from kiosk.settings.config import Settings
from kiosk.view import EndView, PageView, PlayView
from vision.types import SceneState
from workshop.benchmarks.pairs.checks import ComplaintError, goes_on, journal_tells_the_same, outlasts, tap
from workshop.benchmarks.pairs.kiosk import TURN_S, Kiosk, World, room, surroundings

FEW_S, OUT_S = 1.0, 6.0
"""What a fault lasts that nobody must hear of, and one that is told."""
GAMES: Mapping[str, tuple[str, str | None, Mapping[str, str | int], Sequence[int]]] = {
    "421": ("le_421", "classique", {"charge_rolls": 3}, ()),
    "421 with the house": ("le_421", "classique", {"charge_rolls": 3}, (1,)),
    "421 for one token": ("le_421", "classique", {"tokens": 1}, ()),
    "Dix mille": ("dix_mille", None, {}, ()),
    "Yams": ("yams", None, {}, ()),
    "Ship, Captain, Crew": ("ship_captain_crew", None, {}, ()),
    "420 with a set each": ("four_twenty", None, {"dice_set": "own"}, ()),
    "420 with one set": ("four_twenty", None, {"dice_set": "shared"}, ()),
}


class Table(Kiosk):
    """Matches of one game; each has players of its own."""

    def __init__(self, game: str, data: Path, world: World, chance: Random) -> None:
        super().__init__(Settings(data=data), Screen((320, 240)), world)
        self.chance = chance
        self.kept: dict[tuple[str, ...], list[object]] = {}
        """The actions of each match that was begun, as they were seen last, by its players."""
        self._game = game
        self.table.empty()
        self.begin()

    def begin(self) -> None:
        name, preset, options, house = GAMES[self._game]
        players = f"Marie {len(self.kept)}", f"Jean {len(self.kept)}"
        match = self.session.begin(name, preset, options, players, 0, house=house)
        self.kept[match.record.players] = []
        self.settle()

    @property
    def dice(self) -> int:
        return 3 if self.match is None else self.match.game.dice

    def throw(self, count: int) -> None:
        self.table.throw(*(self.chance.randint(1, 6) for _ in range(count)), at=300.0)

    def throw_all(self) -> None:
        self.take()
        self.throw(self.dice)

    def tip(self) -> None:
        if self.table.dice:
            self.table.tip(1, self.chance.randint(1, 6))

    def doubt(self) -> None:
        if self.table.dice:
            self.table.rest(self.table.doubt(1))

    def take(self, first: int = 1) -> None:
        """All dice from this one on, left to right."""
        self.table.lift(*range(first, len(self.table.dice) + 1))

    def hang(self, *, stay: bool) -> None:
        """The camera hangs, and then dice lie there that nobody saw, all of them or those that were missing."""
        lying = self.table.dice if stay else []
        places = [200.0 + 90 * place for place in range(len(lying), self.dice)]
        new = [self.table._new(self.chance.randint(1, 6), place) for place in places]
        self.table.dice = [*(replace(die, thrown=False) for die in lying), *new]
        self.table.tell(SceneState.SETTLED, after=2 * FEW_S)

    def menu(self, *lines: str) -> None:
        """Down to these lines, as far as they are there."""
        if not isinstance(self.scene, PageView):
            tap(self, Button.MENU)
        for line in lines:
            for _ in range(20):
                menu = self.scene
                if not isinstance(menu, PageView) or menu.items[menu.chosen].label.message == line:
                    break
                tap(self, Button.KEEP_2)
            else:
                return
            tap(self, Button.END)

    def reach(self) -> None:
        """An arm is over the tray while its finger presses."""
        self.table.tell(SceneState.HAND)
        tap(self, Button.END)

    def mash(self) -> None:
        for button in (*KEEPS[:2], Button.END):
            self.fingers.press(button, self.world.now)
        self.table.again()
        for button in (*KEEPS[:2], Button.END):
            self.fingers.release(button, self.world.now)

    def blink(self) -> None:
        self.see(CameraFaultKind.BLACK, FEW_S)
        self.see(None, FEW_S)

    def see(self, fault: CameraFaultKind | None, seconds: float = OUT_S) -> None:
        self.world.fault = None if fault is None else CameraFault(fault)
        self.wait(seconds)

    def disk(self, *, full: bool) -> None:
        if full is not self.disk_is_full:
            self.fill_the_disk() if full else self.make_room()
        for _ in range(2):
            self.wait(OUT_S)
            if self.journal._attempt is not None:
                wait([self.journal._attempt])
        self.settle()

    def panel(self) -> None:
        gone = self.world.gone
        gone.clear() if gone else gone.update(self.settings.panel.pins.buttons.values())
        self.wait(FEW_S)

    def note(self) -> None:
        journal_tells_the_same(self)
        if self.match is not None:
            self.kept[self.match.record.players] = list(self.match.actions)

    def comes_right(self) -> None:
        """All is well again: nothing is shown of what was, and everything is kept."""
        self.world.gone.clear()
        self.world.fault = None
        self.disk(full=False)
        self.table.empty()
        self.wait(NOTICE_S + OUT_S)
        shown = self.session.view
        if self.session.faults.problem is not None or shown.alert is not None or self.journal.trouble is not None:
            raise ComplaintError("a fault is shown that is over", str(shown.alert or shown.scene))
        for _ in range(9):
            if isinstance(self.scene, PlayView | EndView) or self.match is None:
                break
            tap(self, Button.END if type(self.scene).__name__ in {"AttractView", "HowToView"} else Button.MENU)
        goes_on(self)
        self.note()
        outlasts(self, self.power_cut)
        records = self.journal.latest(1_000)[::-1]
        for players, actions in self.kept.items():
            found = [actions_of(self.journal.entries(record)) for record in records if record.players == players]
            if not any(one[: len(actions)] == actions for one in found):
                raise ComplaintError(
                    "a match is lost or mixed", f"{players}, {actions[:4]}: {[one[:4] for one in found]}"
                )


ACCIDENTS: dict[str, Callable[[Table], None]] = {
    "all are thrown": Table.throw_all,
    "one is thrown": lambda table: table.throw(1),
    "the last die is taken": lambda table: table.take(len(table.table.dice)),
    "all others are taken": lambda table: table.take(2),
    "all are taken": Table.take,
    "a die tips over": Table.tip,
    "a die is in doubt": Table.doubt,
    "a hand is over the tray": lambda table: table.table.tell(SceneState.HAND),
    "the camera hangs": lambda table: table.hang(stay=True),
    "the camera hangs, and all lies otherwise": lambda table: table.hang(stay=False),
    "the camera is gone": lambda table: table.see(CameraFaultKind.HANGS),
    "the camera was gone for a moment": Table.blink,
    "the camera is back": lambda table: table.see(None),
    "the disk is full": lambda table: table.disk(full=True),
    "there is room again": lambda table: table.disk(full=False),
    "the buttons' cable": Table.panel,
    "the power is cut": lambda table: outlasts(table, table.power_cut),
    "the table is started anew": lambda table: outlasts(table, table.start_anew),
    "KEEP 1": lambda table: tap(table, Button.KEEP_1),
    "KEEP 2": lambda table: tap(table, Button.KEEP_2),
    "END": lambda table: tap(table, Button.END),
    "END, by an arm over the tray": Table.reach,
    "MENU": lambda table: tap(table, Button.MENU),
    "several buttons": Table.mash,
    "KEEP 1 held": lambda table: tap(table, Button.KEEP_1, LONG_PRESS_S + TURN_S),
    "END held": lambda table: tap(table, Button.END, LONG_PRESS_S + TURN_S),
    "undo": lambda table: table.menu("Undo"),
    "a die was misread": lambda table: table.menu("A die was misread"),
    "the next player's throw": lambda table: table.menu("That was the next player's throw"),
    "somebody leaves": lambda table: table.menu("Somebody leaves", "{seat}"),
    "the language": lambda table: table.menu("Language"),
    "the match is ended": lambda table: table.menu("End the match", "Yes, end it"),
    "another match": Table.begin,
    "nobody is there": lambda table: table.wait(ATTRACT_S + OUT_S),
}
BEGINNINGS: Mapping[str, Sequence[str]] = {
    "before the first throw": (),
    "after a throw": ("all are thrown",),
    "with a die in the hand": ("all are thrown", "KEEP 1", "the last die is taken"),
    "with a die missing": ("all are thrown", "KEEP 1", "all others are taken", "one is thrown"),
    "after a full disk": ("the disk is full", "another match", "there is room again", "all are thrown"),
    "some turns later": ("all are thrown", "END", "all are thrown", "END", "END", "all are thrown"),
}


def pairs() -> list[tuple[str, str, str, str]]:
    """All of them: a game, a beginning, and two accidents."""
    return list(product(GAMES, BEGINNINGS, ACCIDENTS, ACCIDENTS))


def tried(game: str, beginning: str, first: str, second: str) -> str:
    """What goes wrong then, its kind before a colon; "" if nothing does."""
    world = World()
    with room() as data, surroundings(world), patch.object(Screen, "show", lambda *_: True):
        try:
            table = Table(game, data, world, Random(f"{game}/{beginning}/{first}/{second}"))
            for name in (*BEGINNINGS[beginning], first, second):
                ACCIDENTS[name](table)
                table.settle()
                table.note()
            table.comes_right()
            table.close()
        except ComplaintError as complaint:
            return str(complaint)
        except Exception as error:  # noqa: BLE001  whatever it is, it is what is looked for
            place = traceback.extract_tb(error.__traceback__)[-1]
            return f"raised: {type(error).__name__} in {Path(place.filename).name}, {place.name}: {error}"
    return ""


def run(every: int) -> int:
    """Try one of `every` pairs, and print what goes wrong; 1 where anything does."""
    kinds, chosen = Counter[str](), pairs()[::every]
    for pair in chosen:
        if wrong := tried(*pair):
            kinds[wrong.split(":")[0]] += 1
            print(f"{', '.join(pair)}\n    {wrong}", flush=True)
    print(f"{len(chosen)} pairs tried", *(f"{count} × {kind}" for kind, count in kinds.most_common()), sep="; ")
    return 1 if kinds else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("every", type=int, nargs="?", default=37, help="try one pair out of this many")
    raise SystemExit(run(parser.parse_args().every))
