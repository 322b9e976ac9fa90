"""Simulated guests: they sit at the simulated table, look at screen and lamps, throw, press and put things right.

They know what people know: the screen's `TableView`, the lamps, and with their own eyes the dice on the tray. They find
a die by the place in the camera's picture where the screen shows it, press through the mock pins, and order the
simulated hand. What they threw they write down themselves, for the judge to compare.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from random import Random

from hardware.panel import KEEPS, Button
from kiosk import prompts
from kiosk.games.core import Text
from kiosk.guest_table import THEIRS, Buttons, Table, asked_for, house_plays, in_turn
from kiosk.view import AttractView, DialogView, DieView, EndView, MenuView, PlayView, ProblemView, TableView
from vision.types import Box, DoubtKind


@dataclass(frozen=True, slots=True)
class Tempo:
    """How quick guests are, seconds.

    Attributes:
        press: how long a button is held; `pause` between two presses; `hold` for a long one.
        look: before they act on what they see.
        patience: before they try something else when nothing happens.
    """

    press: float
    pause: float
    hold: float
    look: tuple[float, float]
    patience: float


CALM = Tempo(press=0.15, pause=0.25, hold=1.1, look=(0.6, 1.8), patience=5.0)
BRISK = Tempo(press=0.04, pause=0.03, hold=0.9, look=(0.0, 0.0), patience=1.5)

ARRIVING_S = 1.5
"""Nobody throws before they have sat down; until then the table sees how it lies."""
STOPS = 0.35
"""Share of the hands with which a guest who may throw again is content."""
MOST_COMPLAINTS = 3
"""So often a guest holds a button to say that the table is wrong, before going along."""
KEEPS_DIE = 0.45
MOST_PLANS = 12
"""So often a guest thinks again about what to keep, before throwing as the lamps say."""
NUDGE_PX = 45.0
"""About the edge of a die: far enough to part two, not so far as to hit a third."""
_LAY_BACK = {prompts.restore({}).message, prompts.restore({}, {1: 1}).message, THEIRS}
_MARKED = {prompts.throw_rest(1, may_stop=stop).message for stop in (True, False)} | {
    *(prompts.ALL_KEPT.message, prompts.would_stay(()).message)
}
"""What the screen says while all is well with the marks."""
_BY_BOX = {prompts.doubtful(kind, 1).message for kind in DoubtKind}


@dataclass(slots=True)
class Thrown:
    """A throw as a guest wrote it down: die to value."""

    dice: dict[int, int | None] = field(default_factory=dict)


class Guests:
    """People at the table, all of them; give them the screen with `look`, and move their fingers with `move`.

    Attributes:
        log: every throw that was meant to count, in order.
        done: they have seen the end of the match and agree with it.
    """

    def __init__(
        self,
        table: Table,
        buttons: Buttons,
        seed: int,
        tempo: Tempo = CALM,
        *,
        once_more: bool = True,
        house_only: bool = False,
        begins: float = 0.0,
    ) -> None:
        """`once_more`: whether they play another match after one; `begins`: now, seconds.

        With `house_only` they do nothing but throw for the house.
        """
        self.log: list[Thrown] = []
        self.done = False
        self._once_more = once_more
        self._house_only = house_only
        self._table = table
        self._buttons = buttons
        self._rng = Random(seed)
        self._tempo = tempo
        self._fingers: list[tuple[float, Button, bool]] = []
        """What the fingers will do: when, which button, down or up."""
        self._ready = begins + ARRIVING_S
        self._serial: int | None = None
        self._plan: frozenset[int] | None = None
        """The buttons of the dice to keep this time; None while undecided."""
        self._tries = 0
        self._mine: range = range(table.dice)
        """The dice that the player in turn throws."""
        self._shown: list[Box | None] = []
        """Where the dice lay that the screen showed when they were thrown."""
        self._staying: list[int] = []
        """The dice that were left lying in the last throw;"""
        self._held: list[int] = []
        """and those that were meant to be thrown, and were not."""
        self._put: set[int] = set()
        """Dice that a hand laid down as ones that stay."""
        self._waiting = False
        """Whether a throw is on its way or lies there uncounted."""
        self._trouble: str = ""
        self._mends = 0
        self._complaints = 0

    @property
    def pressing(self) -> bool:
        """Whether a finger is on a button, or on its way."""
        return bool(self._fingers)

    @property
    def left_lying(self) -> tuple[int, ...]:
        """The dice that were meant to be thrown, and stayed where they were."""
        return tuple(self._held) if self._waiting else ()

    def move(self, now: float) -> None:
        """Fingers press and let go at their own times, up to now."""
        while self._fingers and self._fingers[0][0] <= now:
            at, button, down = self._fingers.pop(0)
            (self._buttons.press if down else self._buttons.release)(button, at)

    def look(self, view: TableView, now: float) -> None:
        """See the screen and the tray, and begin whatever comes next."""
        if not self._table.idle:
            # Whoever did something with the dice waits for the table to see it.
            self._ready = max(self._ready, now + self._tempo.patience)
            return
        if self._fingers:
            return
        self._write_down()
        if isinstance(view.scene, PlayView | EndView):
            self._notice(view.scene, now)
            if view.alert is not None:
                # The camera is lost: they wait until it is back and has seen how the dice lie.
                self._ready = max(self._ready, now + self._tempo.patience)
        if now < self._ready or (self._house_only and not house_plays(view)):
            return
        match view.scene:
            case AttractView() | MenuView() | ProblemView():
                self._press([Button.END], now)
            case DialogView() as dialog:
                self._say(dialog, now)
            case EndView() as end:
                self._end(end, now)
            case PlayView() as play:
                self._play(play, view, now)

    def _notice(self, scene: PlayView | EndView, now: float) -> None:
        """Something new on the screen ends whatever was waited for."""
        serial = scene.serial if isinstance(scene, PlayView) else None
        asked = scene.prompt.message if isinstance(scene, PlayView) and scene.warning else ""
        if serial != self._serial:
            self._serial = serial
            if self._waiting:  # it was counted: what was left lying by mistake is kept
                for die in self._held:
                    self.log[-1].dice.pop(die, None)
            self._plan = None
            self._tries = self._mends = self._complaints = 0
            self._waiting = False
            self._trouble = ""
            self._ready = now + self._rng.uniform(*self._tempo.look)
        elif asked and asked != self._trouble:
            self._trouble = asked
            self._mends = 0
            self._ready = now + self._rng.uniform(*self._tempo.look)

    # --- play ---

    def _play(self, play: PlayView, view: TableView, now: float) -> None:
        self._mine = in_turn(play, self._table.dice)
        if play.warning:
            self._mend(play, now)
        elif self._looked_since(play) and self._check([*play.dice, *play.before], now):
            return
        elif play.game.seat is None:
            self._press([Button.END], now)
        elif any(view.keys.get(button) and view.keys[button].label for button in KEEPS):
            if not house_plays(view):
                self._decide(play, view, now)
            elif self._waiting:
                self._throw_again()
            else:
                self._throw_rest(play, now)
        elif not self._waiting:
            self._throw_loose(play)
        else:
            self._throw_again()

    def _looked_since(self, play: PlayView) -> bool:
        """Whether the table has seen how the dice lie now: else it shows them as they lay before the throw."""
        shown = [die.box for die in (*play.dice, *play.before)]
        if not self._waiting:
            self._shown = shown
        return not self._waiting or shown != self._shown

    def _throw(self, dice: Collection[int], *, held: Collection[int] = ()) -> None:
        """Throw these dice; those `held` are meant to be thrown too, and stay in the hand."""
        self._table.throw([die for die in dice if die not in held])
        self.log.append(Thrown(dict.fromkeys(dice)))
        self._staying = [die for die in self._mine if die not in dice]
        self._held = list(held)
        self._put.clear()
        self._waiting = True

    def _throw_loose(self, play: PlayView) -> None:
        """Throw all that does not stay, wherever it is."""
        staying = {self._find(die) for die in play.dice if die.kept}
        self._throw([die for die in self._mine if die not in staying])

    def _throw_again(self) -> None:
        """Nothing came of the throw: people throw once more, and mean the same throw."""
        self._held.clear()
        self._table.throw(list(self.log[-1].dice))

    def _write_down(self) -> None:
        """Note what the last throw's dice show; mending them changes what is noted."""
        if self.log and (self._waiting or None in self.log[-1].dice.values()):
            for die in self._table.truth():
                if die.die in self.log[-1].dice:
                    self.log[-1].dice[die.die] = die.value

    def _decide(self, play: PlayView, view: TableView, now: float) -> None:
        """Keep some, or stop; then throw the rest."""
        if self._waiting:
            self._throw_again()
            return
        if play.prompt == prompts.THROW_LIFTED:  # somebody took dice up
            self._throw_loose(play)
            return
        buttons = {die.button: die for die in play.dice if die.button}
        may_stop = view.keys.get(Button.END) is not None
        if self._plan is None:
            content = may_stop and self._rng.random() < STOPS
            self._plan = frozenset(buttons) if content else self._some(buttons)
        if may_stop and self._plan == frozenset(buttons):
            self._press([Button.END], now)
            return
        if play.notice == prompts.HANDS_KEEP:  # nothing is marked: what is to stay is left lying
            found = [self._find(die) for button, die in buttons.items() if button not in self._plan]
            self._throw([die for die in found if die is not None] or list(self._mine))
            return
        wrong = [button for button, die in buttons.items() if die.kept != (button in self._plan)]
        if wrong and self._tries < 2:
            self._tries += 1
            self._press([KEEPS[button - 1] for button in wrong], now)
        elif play.prompt.message not in {play.game.prompt.message, *_MARKED} and self._tries < MOST_PLANS:
            # The screen says why these may not stay: others, then.
            self._tries += 1
            self._plan = self._some(buttons) if self._tries % 3 else frozenset(self._rng.sample(sorted(buttons), 1))
            wrong = [button for button, die in buttons.items() if die.kept != (button in self._plan)]
            self._press([KEEPS[button - 1] for button in wrong], now)
        else:
            # What could not be marked as wished is left as the lamps say.
            self._throw_rest(play, now)

    def _some(self, buttons: Collection[int]) -> frozenset[int]:
        return frozenset(button for button in sorted(buttons) if self._rng.random() < KEEPS_DIE)

    def _throw_rest(self, play: PlayView, now: float) -> None:
        """Throw the dice that do not stay; of a hand that only the screen shows, any so many."""
        rest = [found for die in play.dice if not die.kept and (found := self._find(die)) is not None]
        if any(die.box is None and die.value for die in play.dice):
            rest = list(self._mine[: sum(not die.kept for die in play.dice)])
            self._table.lift([die for die in self._mine if die not in rest])
        if rest:
            self._throw(rest)
        else:
            self._press([Button.END], now)

    def _end(self, end: EndView, now: float) -> None:
        if self._check(end.dice, now):
            return
        self.done = True
        if self._once_more:
            self._press([Button.END], now)

    # --- putting right ---

    def _check(self, dice: Collection[DieView], now: float) -> bool:
        """Compare the screen with the dice; hold the button of one that was read wrongly."""
        seen = self._seen()
        for die in dice:
            found = self._find(die)
            if found is not None and die.button and seen.get(found) not in {None, die.value}:
                self._complaints += 1
                if self._complaints > MOST_COMPLAINTS:
                    return False
                self._hold(KEEPS[die.button - 1], now)
                return True
        return False

    def _say(self, dialog: DialogView, now: float) -> None:
        """In the dialog: step each die to what it shows, then accept; leave one that nobody asked for."""
        if not self._complaints and not self._mends:
            self._press([Button.MENU], now)
            return
        seen = self._seen()
        for die in dialog.dice:
            found = self._find(die)
            if found is not None and die.button and seen.get(found) not in {None, die.value}:
                self._press([KEEPS[die.button - 1]], now)
                return
        self._press([Button.END], now)

    def _mend(self, play: PlayView, now: float) -> None:
        """The screen asks for something: do it, and if that does not help, something stronger."""
        self._mends += 1
        mend = self._mend_for(play.prompt, play)
        mend(now)

    def _mend_for(self, prompt: Text, play: PlayView) -> Callable[[float], None]:
        lying = set(self._seen())
        away = [die for die in self._mine if die not in lying]
        there = [die for die in (self._at(box) for box in play.trouble) if die is not None]
        shown = {self._find(die) for die in play.dice}
        leaning = [die for die, value in self._seen().items() if value is None]
        if prompt == prompts.LIFTED_FORCED or (prompt == prompts.LIFTED and self._missed(play) and self._mends <= 2):
            return lambda _: self._put_back(play)
        if prompt in (prompts.LIFTED, prompts.WAS_THROWN):
            put = self._put - {self._find(die) for die in play.dice if die.kept}
            if leaning or put:  # nobody says OK to such a throw, nor calls a die thrown that was laid down
                return lambda _: self._rethrow({*leaning, *put})
            return lambda now: self._press([Button.END], now)
        if prompt in (prompts.LEFT, prompts.NOT_THROWN):
            if not self._waiting:  # somebody else laid a die down anew: nobody has thrown yet
                return lambda _: self._throw_loose(play)
            return lambda _: self._rethrow(there) if there else self._nudge(sorted(lying)[:1])
        if prompt == prompts.VOID:
            return lambda _: self._begin_again()
        if prompt.message == prompts.take_away(1).message:
            return lambda _: self._table.lift(there)
        if prompt.message == prompts.missing(1).message and away:
            return lambda _: self._rethrow(away)
        if leaning:
            return lambda _: self._rethrow(leaning)
        if prompt.message in _LAY_BACK:
            return lambda now: self._lay_back(prompt, now)
        suspects = there or sorted(lying - shown) or sorted(lying)
        if self._mends <= 2:
            return lambda _: self._nudge(suspects[:1])
        if self._mends == 3 and prompt.message in _BY_BOX and play.dice:
            at = next((die for die in play.dice if self._find(die) in suspects and die.button), play.dice[0])
            return lambda now: self._hold(KEEPS[(at.button or 1) - 1], now)
        # Only dice of the throw at issue may be thrown anew.
        mine = [die for die in suspects if self.log and die in self.log[-1].dice]
        return lambda _: self._rethrow(mine or list(self.log[-1].dice if self.log else lying))

    def _rethrow(self, dice: Collection[int]) -> None:
        """Throw these too, or once more; where nobody had thrown yet, that begins the throw."""
        if not self._waiting:
            self._throw(dice)
            return
        self._table.throw(list(dice))
        self._put -= set(dice)
        self._held = [die for die in self._held if die not in dice]
        self.log[-1].dice |= dict.fromkeys(dice)

    def _nudge(self, dice: Collection[int]) -> None:
        for die in dice:
            self._table.push(die, (self._rng.choice((-1, 1)) * NUDGE_PX, self._rng.choice((-1, 1)) * NUDGE_PX))

    def _missed(self, play: PlayView) -> bool:
        """Whether a kept die is missed that was not thrown with the others."""
        kept = {self._find(die) for die in play.dice if die.kept}
        return not self._waiting or any(die not in kept for die in self._staying)

    def _put_back(self, play: PlayView) -> None:
        """Lay the dice that must stay as the screen shows them."""
        values = [die.value for die in play.dice if die.kept and die.box is None and die.value]
        lying = {self._find(die) for die in play.dice if die.kept}
        thrown = self.log[-1].dice if self.log and self._waiting else {}
        loose, seen = [die for die in self._mine if die not in lying], self._seen()
        for value in values[: len(loose)]:
            die = min(loose, key=lambda die: (die in thrown, seen.get(die, value) != value))
            loose.remove(die)
            thrown.pop(die, None)
            self._put.add(die)
            self._table.place(die, value)

    def _begin_again(self) -> None:
        """The throw was void: take the dice up."""
        self._table.lift(self._mine)
        self._forget_throw()

    def _lay_back(self, prompt: Text, now: float) -> None:
        """Lay the hand that the screen names; if it lies there, say so, or lay it elsewhere."""
        laid = asked_for(prompt, self._mine, self._table.dice)
        if prompt.message != THEIRS and self._waiting:
            self._forget_throw()
        seen = self._seen()
        if self._mends % 2 and all(seen.get(die) == value for die, value in laid.items()):
            self._press([Button.END], now)
            return
        for die, value in laid.items():
            self._table.place(die, value)

    def _forget_throw(self) -> None:
        """The throw does not count: nothing was thrown, and what stays is thought about anew."""
        self.log.pop()
        self._plan, self._tries, self._waiting = None, 0, False

    # --- eyes and fingers ---

    def _seen(self) -> dict[int, int | None]:
        return {die.die: die.value for die in self._table.truth()}

    def _at(self, box: Box) -> int | None:
        return self._table.at(box[0] + box[2] / 2, box[1] + box[3] / 2)

    def _find(self, die: DieView) -> int | None:
        return None if die.box is None else self._at(die.box)

    def _press(self, buttons: Collection[Button], now: float) -> None:
        """One after the other."""
        at = now
        for button in buttons:
            self._fingers += [(at, button, True), (at + self._tempo.press, button, False)]
            at += self._tempo.press + self._tempo.pause
        self._ready = at + self._tempo.look[0]

    def _hold(self, button: Button, now: float) -> None:
        self._fingers += [(now, button, True), (now + self._tempo.hold, button, False)]
        # Nobody's finger is back within the time of a contact's bounce.
        self._ready = now + self._tempo.hold + self._tempo.pause
