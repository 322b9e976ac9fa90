"""Pages: all that is no play is a title, lines to walk through with seven buttons, and what is asked or shown beside.

A page of its own says in `lines`, `dress` and `keys` what differs; one that differs in nothing is a `Page` as it is.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from hardware.presses import Button
from kiosk.games.game import Game
from kiosk.games.text import Text, say
from kiosk.match.seating import title_of
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.modes import Mode, Stack
from kiosk.view import DieView, Item, LessonView, PageView, Picked, TrayView, View
from vision.types import Scene, SceneState

UP = say("Up")
DOWN = say("Down")
LESS = say("−")
MORE = say("+")
CHOOSE = say("OK")
BACK = say("Back")
MENU = say("Menu")
RULES = say("Rules")
WORTH = say("Worth")
WORDS = say("Words")

PICTURE_EVERY_S = 0.25
"""A new picture of the tray is shown every 0.25 seconds: enough to see a hand move, and little to draw."""


class Line:
    """A line of a page: its label, its value, and an explanation in small type.

    `choose` is what END does on it, `less` and `more` what minus and plus do, if anything.
    """

    def __init__(
        self,
        label: Text,
        choose: Deed | None = None,
        *,
        value: Text | None = None,
        detail: Text | None = None,
        less: Deed | None = None,
        more: Deed | None = None,
    ) -> None:
        self.choose, self.less, self.more = choose, less, more
        self.item = Item(label, detail, value, less is not None, more is not None)

    @classmethod
    def turning(cls, label: Text, value: Text, turn: Callable[[int], object], choose: Deed | None = None) -> "Line":
        """A setting whose values go round: `turn` takes -1 or +1, and END goes on by one unless it does `choose`."""
        more = partial(turn, 1)
        return cls(label, choose or more, value=value, less=partial(turn, -1), more=more)


class Page(Mode):
    """A page on the screen; its lines are made anew each time, so that they always show what is.

    Attributes:
        chosen: the index of the line that was walked to.
        extra: makes the key of KEEP 5; None leaves it dark.
        dressed: adds to the view what stands beside the lines.
    """

    def __init__(
        self,
        stack: Stack,
        title: Text,
        lines: Callable[[], Sequence[Line]] = tuple,
        chosen: int = 0,
        *,
        go: Text = CHOOSE,
        back: Key | None = None,
        begun: Callable[[], bool] = lambda: False,
    ) -> None:
        """`go` is the label of END, `back` what MENU does instead of closing the page.

        `begun` says whether something was chosen here that should not be lost soon.
        """
        self.stack = stack
        self.title = title
        self.chosen = chosen
        self.extra: Callable[[], Key | None] = lambda: None
        self.dressed: Callable[[PageView], PageView] = lambda view: view
        self._lines, self._begun = lines, begun
        self._go = go
        self._back = back or Key(BACK, stack.close, lit=False)
        self._walked_to: Text | None = None
        """The label of the chosen line: a list may grow or get shorter while it is read, and its lines move."""

    def lines(self) -> Sequence[Line]:
        return self._lines()

    def dress(self, view: PageView) -> PageView:
        """The view with what stands beside the lines."""
        return self.dressed(view)

    @property
    def unfinished(self) -> bool:
        return self._begun()

    @property
    def view(self) -> PageView:
        lines = self.lines()
        return self.dress(PageView(self.title, tuple(line.item for line in lines), self._at(lines)))

    @property
    def keys(self) -> Keys:
        keys, lines, extra = {Button.MENU: self._back}, self.lines(), self.extra()
        if len(lines) > 1:
            keys[Button.KEEP_1] = Key(UP, partial(self._walk, -1))
            keys[Button.KEEP_2] = Key(DOWN, partial(self._walk, 1))
        if extra is not None:
            keys[Button.KEEP_5] = extra
        if lines:
            line = lines[self._at(lines)]
            does = (
                (Button.KEEP_3, LESS, line.less),
                (Button.KEEP_4, MORE, line.more),
                (Button.END, self._go, line.choose),
            )
            keys |= {button: Key(label, deed) for button, label, deed in does if deed is not None}
        return keys

    def pick(self, picked: Picked) -> None:
        """A tap on a line walks there, one on its marks turns its value, one on the chosen line takes it.

        A line whose value turns is not taken: who misses a mark would leave the page.
        """
        lines = self.lines()
        number = next((at for at, line in enumerate(lines) if line.item.label == picked.what), None)
        if number is None or picked.title != self.title:  # the tap was meant for what was shown before
            return
        line = lines[number]
        turn = line.less if picked.turn < 0 else line.more
        if picked.turn and turn is not None:
            turn()
        elif number != self._at(lines):
            self._choose(number, lines)
        elif line.less is line.more is None and line.choose is not None:
            line.choose()

    def _at(self, lines: Sequence[Line]) -> int:
        """Where the chosen line stands now; if it is gone, the line in its place, or the last one."""
        labels, at = [line.item.label for line in lines], max(0, min(self.chosen, len(lines) - 1))
        return labels.index(self._walked_to) if self._walked_to in labels else at

    def _walk(self, step: int) -> None:
        lines = self.lines()
        self._choose((self._at(lines) + step) % len(lines), lines)

    def _choose(self, number: int, lines: Sequence[Line]) -> None:
        self.chosen, self._walked_to = number, lines[number].item.label


class TrayPage(Page):
    """A page beside which the tray is seen: the picture of a moment ago, and the dice in it while nothing moves.

    Attributes:
        glimpse: the scene whose picture is shown; None before the first.
    """

    glimpse: Scene | None = None

    @property
    @abstractmethod
    def said(self) -> Text | None:
        """What to do now."""

    def examine(self, scene: Scene) -> None:
        """Take what lies there now into account."""

    def scene(self, scene: Scene) -> bool:
        if self.glimpse is None or scene.time - self.glimpse.time >= PICTURE_EVERY_S:
            self.glimpse = scene
        self.examine(scene)
        return busy(scene)

    def dress(self, view: PageView) -> PageView:
        """What to do, and what the reader sees: a doubtful die has a box and no value."""
        tray, scene = TrayView(), self.glimpse
        if scene is not None:
            dice = [DieView(die.die.value, box=die.die.box) for die in scene.dice]
            dice += [DieView(None, box=doubt.box) for doubt in scene.doubts if doubt.box is not None]
            tray = TrayView(() if busy(scene) else tuple(dice), scene.image)
        return replace(view, said=self.said, tray=tray)


def busy(scene: Scene) -> bool:
    """Whether a hand is over the tray, or anything moves there."""
    return scene.state in {SceneState.HAND, SceneState.MOVING}


class ReadingPage(Mode):
    """Text to be read, on one or several leaves: there is nothing to choose, and END and MENU both close it."""

    def __init__(self, stack: Stack, *leaves: tuple[Text, Callable[[], View]], go: Text = CHOOSE) -> None:
        """Each of the `leaves` has a name, for the button that turns it up, and shows something."""
        self._stack = stack
        self._leaves = leaves
        self._go = go
        self._turned = 0

    @property
    def view(self) -> View:
        return self._leaves[self._turned][1]()

    @property
    def keys(self) -> Keys:
        keys = {Button.END: Key(self._go, self._stack.close), Button.MENU: Key(BACK, self._stack.close, lit=False)}
        after = (self._turned + 1) % len(self._leaves)
        if after != self._turned:
            keys[Button.KEEP_5] = Key(self._leaves[after][0], partial(setattr, self, "_turned", after))
        return keys


def rules_page(stack: Stack, rules: Game[Any]) -> ReadingPage:
    """A game by these rules: six lines; then what decides it, drawn; then its words explained."""
    title, lesson = title_of(rules), rules.lesson
    told = PageView(title, tuple(map(Item, (*rules.told, rules.origin))), reading=True)
    leaves: list[tuple[Text, Callable[[], View]]] = [(RULES, lambda: told)]
    if lesson.examples:
        worth = LessonView(title, lesson.heading, lesson.examples, faces=rules.faces)
        leaves.append((WORTH, lambda: worth))
    if lesson.words:
        words = LessonView(title, WORDS, words=lesson.words)
        leaves.append((WORDS, lambda: words))
    return ReadingPage(stack, *leaves)
