"""Human habits: named tables of how often people do what a table must bear, and simulated guests who have them.

The rates are assumptions, a throw each, and no measurement: chosen so that a match of thirty throws sees a little of
everything somewhere, and so that drunk guests do about twice of what clumsy ones do. `tests/benchmarks/soak.py` plays
whole matches by them, kiosk/README.md shows with what result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from hardware.panel import KEEPS, Button
from kiosk import prompts
from kiosk.games.core import Text
from kiosk.guests import Guests, Table, Thrown
from kiosk.mischief import FAULTS, Mischief
from kiosk.view import MenuView, PlayView, TableView

SOBER = "sober"
_WHO = ("slow", "hasty", "clumsy", "drunk")
_RATES = {
    "wait": (0.25, 0.00, 0.00, 0.10),  # look elsewhere for a while
    "early": (0.00, 0.15, 0.00, 0.08),  # throw for the next player before END was pressed
    "short": (0.00, 0.04, 0.04, 0.06),  # a die stays in the hand
    "along": (0.00, 0.03, 0.03, 0.06),  # a kept die is taken along
    "drop": (0.00, 0.00, 0.05, 0.08),  # a die jumps off the table
    "cock": (0.00, 0.00, 0.03, 0.05),  # a die leans against the rim
    "push": (0.02, 0.00, 0.08, 0.10),  # a die is pushed aside, kept or not
    "lift": (0.02, 0.03, 0.04, 0.05),  # a die is lifted, and put back as it was
    "stir": (0.00, 0.00, 0.02, 0.05),  # all are
    "clear": (0.00, 0.00, 0.02, 0.04),  # the tray is cleared
    "hand": (0.05, 0.00, 0.03, 0.08),  # a hand stays over it
    "remark": (0.10, 0.03, 0.00, 0.10),  # a wrong mark, and set right
    "mash": (0.00, 0.04, 0.02, 0.05),  # several buttons at once
    "hold": (0.01, 0.00, 0.00, 0.03),  # a button held for no reason
    "leave": (0.00, 0.00, 0.00, 0.003),  # somebody goes home
    # What fails whoever sits there.
    "all-buttons": (0.00, 0.00, 0.00, 0.01),
    "stuck-button": (0.001, 0.001, 0.001, 0.001),
    "light": (0.01, 0.01, 0.01, 0.01),
    "camera-unplugged": (0.002, 0.002, 0.002, 0.002),
    "camera-stalled": (0.002, 0.002, 0.002, 0.002),
    "camera-black": (0.002, 0.002, 0.002, 0.002),
    "camera-frozen": (0.002, 0.002, 0.002, 0.002),
    "camera-smeared": (0.002, 0.002, 0.002, 0.002),
}
HABITS: dict[str, dict[str, float]] = {name: {} for name in (SOBER, *_WHO)}
for _deed, _rates in _RATES.items():
    for _name, _rate in zip(_WHO, _rates, strict=True):
        HABITS[_name][_deed] = _rate
"""By name: the chance of each deed with every throw. Deeds are those below, and the faults of kiosk/mischief.py."""

WAIT_S = (3.0, 20.0)
STIR_PX = 60.0
MASH_S = 0.2
PUT_BACK = 0.5
"""Share of the dice lifted by mistake that are put back; of the others people say that they may go."""
PASS_ON = 0.5
"""Share of the throws before END that somebody tells the table of."""
MOST_STEPS = 16
"""More lines than any menu has."""


def last_loose(view: TableView, table: Table) -> int | None:
    """The die of a hand to choose from that alone is not marked; None if there is none, or are several."""
    dice = view.scene.dice if isinstance(view.scene, PlayView) else ()
    loose = [die.box for die in dice if not die.kept]
    if len(loose) != 1 or loose[0] is None:
        return None
    x, y, width, height = loose[0]
    return table.at(x + width / 2, y + height / 2)


class People(Guests):
    """Guests who now and then do something that they should not, by one of the tables; else they are as `Guests` are.

    What they throw they write down as ever: a habit may cost time, and never a wrong score.
    """

    def __init__(self, *given: Any, habits: str, mischief: Mischief, **named: Any) -> None:
        """`given` and `named` are those of `Guests`; `mischief` does what needs no hand of theirs.

        Raises:
            KeyError: there is no such table.
        """
        super().__init__(*given, **named)
        self._odds = HABITS[habits]
        self._mischief = mischief
        self._drawn_for: int | None = None
        self._today: set[str] = set()
        """What they will do before the next throw is counted, or while throwing."""
        self._wish: list[str] = []
        """Lines of the menu that they go for, one page after the other."""
        self._steps = 0

    def look(self, view: TableView, now: float) -> None:
        """See the screen and the tray; do what came to mind, or whatever comes next."""
        scene = view.scene
        if isinstance(scene, PlayView) and scene.serial != self._drawn_for:
            self._drawn_for = scene.serial
            self._today |= {name for name, odds in self._odds.items() if self._rng.random() < odds}
        if self._table.idle and not self.pressing and now >= self._ready:
            self._write_down()
            if isinstance(scene, MenuView) and self._wish:
                self._walk(scene, now)
                return
            if isinstance(scene, PlayView) and view.alert is None and not scene.warning and self._stray(view, now):
                return
        super().look(view, now)

    # --- what comes to mind ---

    def _stray(self, view: TableView, now: float) -> bool:
        """Do one of the things that came to mind, if there is one."""
        if self._wish:
            self._press([Button.MENU], now)
            return True
        for name in sorted(self._today - _IN_A_THROW):
            self._today.remove(name)
            if name in _DEEDS:
                _DEEDS[name](self, view, now)
                return True
            # Whoever lifts the die that alone is still to be thrown, and lays it down, has thrown it.
            last = last_loose(view, self._table)
            lying = [die.die for die in self._table.truth() if die.die != last]
            if lying and not self._mischief.under_way:
                FAULTS[name](self._mischief, self._rng.choice(lying))
                return True
        return False

    def _wait(self, _: TableView, now: float) -> None:
        self._ready = now + self._rng.uniform(*WAIT_S)

    def _stir(self, _: TableView, __: float) -> None:
        for die in self._table.truth():
            self._table.push(die.die, (self._rng.uniform(-STIR_PX, STIR_PX), self._rng.uniform(-STIR_PX, STIR_PX)))

    def _clear(self, _: TableView, __: float) -> None:
        self._table.lift([die.die for die in self._table.truth()])

    def _mash(self, _: TableView, now: float) -> None:
        """Several buttons at once."""
        buttons = self._rng.sample(list(Button), self._rng.randint(2, 4))
        self._fingers += [(now, button, True) for button in buttons]
        self._fingers += [(now + MASH_S, button, False) for button in buttons]
        self._ready = now + MASH_S + self._tempo.pause

    def _hold_any(self, _: TableView, now: float) -> None:
        """A button held for no reason: the dialog opens, and is left."""
        self._hold(self._rng.choice(KEEPS), now)

    def _mark_wrongly(self, _: TableView, now: float) -> None:
        """One die more, or less; they notice, and press again."""
        self._press([self._rng.choice(KEEPS)], now)

    def _go_home(self, _: TableView, __: float) -> None:
        self._wish, self._steps = ["Somebody leaves", "{seat}"], 0

    def _walk(self, menu: MenuView, now: float) -> None:
        """Down the menu to the line wished for."""
        self._steps += 1
        if menu.items[menu.chosen].label.message == self._wish[0]:
            self._wish.pop(0)
            self._steps = 0
            self._press([Button.END], now)
        elif self._steps > MOST_STEPS:
            self._wish.clear()  # it is not there, or no longer
            self._press([Button.MENU], now)
        else:
            self._press([Button.KEEP_2], now)

    # --- while throwing ---

    def _decide(self, play: PlayView, view: TableView, now: float) -> None:
        remembered = any(die.box is None and die.value for die in play.dice)
        if not self._waiting and "early" in self._today and view.keys.get(Button.END) is not None:
            # The next player takes the dice before anybody has pressed END.
            self._today.remove("early")
            self._throw(self._mine)
            if self._rng.random() < PASS_ON:
                self._wish, self._steps = ["That was the next player's throw"], 0
        elif not self._waiting and play.prompt == prompts.THROW_LIFTED and not remembered:
            kept = {self._find(die) for die in play.dice if die.kept}
            self._throw([die for die in self._mine if die not in kept])
        else:
            super()._decide(play, view, now)

    def _throw(self, dice: Collection[int]) -> None:
        dice = list(dice)
        others = [die.die for die in self._table.truth() if die.die in self._mine and die.die not in dice]
        if others and self._by_chance("along"):
            dice.append(self._rng.choice(others))
        held = self._rng.sample(dice, 1) if len(dice) > 1 and self._by_chance("short") else []
        self._table.throw([die for die in dice if die not in held])
        self.log.append(Thrown(dict.fromkeys(dice)))
        self._staying = [die for die in self._mine if die not in dice]
        self._waiting = True
        for fault in ("cock", "drop"):
            if self._by_chance(fault):
                FAULTS[fault](self._mischief, self._rng.choice(dice))

    def _by_chance(self, name: str) -> bool:
        came = name in self._today
        self._today.discard(name)
        return came

    def _mend_for(self, prompt: Text, play: PlayView) -> Callable[[float], None]:
        if prompt == prompts.LIFTED and self._mends == 1 and self._rng.random() < PUT_BACK:
            return lambda _: self._put_back(play)
        return super()._mend_for(prompt, play)


_IN_A_THROW = frozenset({"early", "along", "short", "cock", "drop"})
"""Throwing before END; a kept die taken along; a die that stays in the hand; one that leans, and one on the floor."""

_DEEDS: dict[str, Callable[[People, TableView, float], None]] = {
    "wait": People._wait,  # noqa: SLF001  names for the methods above
    "stir": People._stir,  # noqa: SLF001
    "clear": People._clear,  # noqa: SLF001
    "mash": People._mash,  # noqa: SLF001
    "hold": People._hold_any,  # noqa: SLF001
    "remark": People._mark_wrongly,  # noqa: SLF001
    "leave": People._go_home,  # noqa: SLF001
}
"""Waiting; dice stirred; the tray cleared; several buttons at once; a button held; a wrong mark; somebody goes home."""
