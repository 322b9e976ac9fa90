"""Human habits: named tables of how often people do what a table must bear, and simulated guests who have them.

The rates, for each throw, are assumptions and not measured. They are chosen so that in a match of thirty throws most
things happen once or twice, and so that drunk guests do about twice as much as clumsy ones.
`workshop/benchmarks/soak.py` plays whole matches by them, kiosk/simulation/README.md shows with what result.
"""

from collections.abc import Collection
from typing import Any

from hardware.panel import KEEPS, Button
from hardware.simulator.camera import Mishap
from kiosk.ruling import RulingId
from kiosk.simulation.faults import NAMES
from kiosk.simulation.guests.playing import Guests
from kiosk.view import DialogView, PageView, PlayView, TableView

SOBER = "sober"
_WHO = ("slow", "hasty", "clumsy", "drunk")
_RATES = {
    "wait": (0.25, 0.00, 0.00, 0.10),  # look elsewhere for a while
    "early": (0.00, 0.15, 0.00, 0.08),  # throw for the next player before END was pressed
    "short": (0.00, 0.04, 0.04, 0.06),  # a die stays in the hand
    "along": (0.00, 0.03, 0.03, 0.06),  # a kept die is taken along
    "drop": (0.00, 0.00, 0.05, 0.08),  # a die jumps off the table
    "cock": (0.00, 0.00, 0.01, 0.02),  # a die leans against the rim
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
    **{f"camera-{mishap}": (0.002,) * 4 for mishap in Mishap},
}
HABITS: dict[str, dict[str, float]] = {name: {} for name in (SOBER, *_WHO)}
for _deed, _rates in _RATES.items():
    for _name, _rate in zip(_WHO, _rates, strict=True):
        HABITS[_name][_deed] = _rate
"""By name: the chance of each deed with every throw, one of `People` or a fault of kiosk/simulation/faults.py."""

WAIT_S = (3.0, 20.0)
MASH_S = 0.2
PUT_BACK = 0.5
"""Half of the dice lifted by mistake are put back; for the others people press OK to let them go."""
PASS_ON = 0.5
"""After half of the throws made before END somebody tells the table: "that was the next player's throw"."""
MOST_STEPS = 16
"""A guest walks down up to 16 lines of a menu: no menu has as many."""


def faults(habits: str) -> dict[str, float]:
    """What goes wrong by itself where such people sit: names and rates for kiosk/simulation/faults.py."""
    return {name: rate for name, rate in HABITS[habits].items() if name in NAMES}


class People(Guests):
    """Guests who now and then do something that they should not, by one of the tables; else they are as `Guests` are.

    What they throw they write down as ever: a habit may cost time, and never a wrong score.
    """

    def __init__(self, *given: Any, habits: str, **named: Any) -> None:
        super().__init__(*given, **named)
        self._rates = {name: rate for name, rate in HABITS[habits].items() if name not in NAMES}
        self._drawn_for: int | None = None
        self._due: set[str] = set()
        """The deeds that came to mind, to be done before the next throw is counted, or with it."""
        self._wish: list[str] = []
        """Lines of the menu to choose, one on each page."""
        self._steps = 0
        self._astray = False
        """Whether a dialog that opens now was opened by mistake."""

    def act(self, view: TableView, now: float) -> None:
        """See the screen and the tray; do what came to mind, or whatever comes next."""
        scene = view.scene
        if isinstance(scene, PlayView) and scene.serial != self._drawn_for:
            self._drawn_for = scene.serial
            self._due |= {name for name, rate in self._rates.items() if self._rng.random() < rate}
        free = self._table.idle and not self.pressing and now >= self._ready and view.alert is None
        if free and isinstance(scene, PageView) and self._wish:
            self._walk(scene, now)
        elif free and isinstance(scene, DialogView) and self._astray:
            self._astray = False
            self._press([Button.MENU], now)
        elif free and isinstance(scene, PlayView) and not scene.warning and self._due - _IN_A_THROW:
            self._throws.write_down()
            self._stray(view, now)
        else:
            super().act(view, now)

    def _stray(self, view: TableView, now: float) -> None:
        name = min(self._due - _IN_A_THROW)
        if name == "leave" and self._throws.waiting:  # nobody leaves before the throw is counted
            super().act(view, now)
            return
        self._due.remove(name)
        self._astray = False
        match name:
            case "wait":
                self._ready = now + self._rng.uniform(*WAIT_S)
            case "remark":  # a die more, or less: they notice, and press again
                self._press([self._rng.choice(KEEPS)], now)
            case "mash":
                buttons = self._rng.sample(list(Button), self._rng.randint(2, 4))
                self._ready = self._fingers.hold(buttons, now, MASH_S)
            case "hold":  # the dialog opens, and is left
                self._astray = True
                self._hold(self._rng.choice(KEEPS), now)
            case "leave":
                self._wish_for("Somebody leaves", "{seat}")

    def _wish_for(self, *lines: str) -> None:
        self._wish, self._steps = [*lines], 0

    def _walk(self, menu: PageView, now: float) -> None:
        self._steps += 1
        if menu.items[menu.chosen].label.message == self._wish[0]:
            self._wish.pop(0)
            self._press([Button.END], now)
        elif self._steps > MOST_STEPS:
            self._wish.clear()  # it is not there, or no longer
            self._press([Button.MENU], now)
        else:
            self._press([Button.KEEP_2], now)

    def _play(self, play: PlayView, view: TableView, now: float) -> None:
        # Whoever wants something of the menu goes there before another die is thrown.
        if self._wish and not self._throws.waiting and not play.warning:
            self._press([Button.MENU], now)
        else:
            super()._play(play, view, now)

    def _decide(self, play: PlayView, view: TableView, now: float) -> None:
        may_stop = view.keys.get(Button.END) is not None
        if may_stop and not self._throws.waiting and self._came("early"):
            # The next player takes the dice before anybody has pressed END.
            self._throw(self._mine)
            if self._rng.random() < PASS_ON:
                self._wish_for("That was the next player's throw")
        else:
            super()._decide(play, view, now)

    def _throw(self, dice: Collection[int], *, held: Collection[int] = ()) -> None:
        dice = list(dice)
        others = [die.die for die in self._table.truth() if die.die in self._mine and die.die not in dice]
        if others and self._came("along"):
            dice.append(self._rng.choice(others))
        held = self._rng.sample(dice, 1) if len(dice) > 1 and self._came("short") else held
        super()._throw(dice, held=held)

    def _came(self, name: str) -> bool:
        """Whether this came to mind; once."""
        came = name in self._due
        self._due.discard(name)
        return came

    def _mend(self, play: PlayView, now: float) -> None:
        if play.ruling.id is RulingId.LIFTED and self._mends == 0 and self._rng.random() < PUT_BACK:
            self._mends = 1
            self._put_back(play)
        else:
            super()._mend(play, now)


_IN_A_THROW = frozenset({"early", "along", "short"})
"""Deeds that happen while dice are thrown."""
