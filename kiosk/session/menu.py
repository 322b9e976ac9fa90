"""Lists to choose from with seven buttons: one small kind of page for everything that is not play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from hardware.presses import Button
from kiosk.games.core import Game
from kiosk.games.text import Text, say
from kiosk.match.seating import Player
from kiosk.match.summary import title_of
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.modes import Mode, Stack
from kiosk.view import Item, Ladder, LessonView, MenuView, Picked

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


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One line of a page: `choose` is what END does on it, `less` and `more` what minus and plus do, if anything."""

    item: Item
    choose: Deed | None = None
    less: Deed | None = None
    more: Deed | None = None

    @classmethod
    def turning(cls, item: Item, turn: Callable[[int], object], choose: Deed | None = None) -> MenuItem:
        """A setting whose values go round: `turn` takes -1 or +1, and END goes on by one unless it does `choose`."""
        more = partial(turn, 1)
        return cls(item, choose or more, partial(turn, -1), more)


@dataclass(slots=True)
class Page(Mode):
    """A list on the screen; its items are made anew each time, so that they always show what is.

    `go` is the label of END; `extra` is what KEEP 5 does with the chosen item (None: nothing); `begun` says whether
    something was chosen here that should not be lost soon; `back` is what MENU does (None: it closes the page).
    """

    pages: Stack
    title: Text
    items: Callable[[], list[MenuItem]]
    chosen: int = 0
    hint: Text | None = None
    players: Callable[[], tuple[Player, ...]] = field(default=tuple)
    ladder: Callable[[], Ladder | None] = lambda: None
    extra: Callable[[], Key | None] = lambda: None
    go: Text = CHOOSE
    begun: Callable[[], bool] = lambda: False
    back: Key | None = None
    _walked_to: Text | None = field(default=None, init=False)
    """The line that is chosen, wherever it stands by now: a list may grow, or get shorter, while it is read."""

    @property
    def unfinished(self) -> bool:
        """Whether something was chosen here that should not be lost soon."""
        return self.begun()

    @property
    def view(self) -> MenuView:
        """The page as the screen shows it."""
        items = tuple(
            replace(item.item, less=item.less is not None, more=item.more is not None) for item in self.items()
        )
        return MenuView(self.title, items, self._at(items), self.hint, self.players(), self.ladder())

    @property
    def keys(self) -> Keys:
        """What the buttons do on the chosen item."""
        items, extra = self.items(), self.extra()
        at = self._at([item.item for item in items])
        item = items[at]
        keys = {Button.MENU: self.back or Key(BACK, self.pages.close, lit=False)}
        if len(items) > 1:
            up, down = (at - 1) % len(items), (at + 1) % len(items)
            keys[Button.KEEP_1] = Key(UP, partial(self._choose, up, items[up].item.label))
            keys[Button.KEEP_2] = Key(DOWN, partial(self._choose, down, items[down].item.label))
        if item.less is not None:
            keys[Button.KEEP_3] = Key(LESS, item.less)
        if item.more is not None:
            keys[Button.KEEP_4] = Key(MORE, item.more)
        if extra is not None:
            keys[Button.KEEP_5] = extra
        if item.choose is not None:
            keys[Button.END] = Key(self.go, item.choose)
        return keys

    def pick(self, picked: Picked) -> None:
        """A tap on a line walks there, one on its marks turns its value, one on the chosen line takes it.

        A line whose value turns is not taken: who misses a mark would leave the page.
        """
        items = self.items()
        if picked.title != self.title or picked.what not in range(len(items)):
            return
        item = items[int(picked.what)]
        turn = item.less if picked.turn < 0 else item.more
        if picked.turn and turn is not None:
            turn()
        elif picked.what != self._at([each.item for each in items]):
            self._choose(int(picked.what), item.item.label)
        elif item.less is item.more is None and item.choose is not None:
            item.choose()

    def _at(self, items: Sequence[Item]) -> int:
        """Where the chosen line stands now; the last one, where it is gone and the list got shorter."""
        labels, at = [item.label for item in items], min(self.chosen, len(items) - 1)
        if self._walked_to is None or labels[at] == self._walked_to or self._walked_to not in labels:
            return at
        return labels.index(self._walked_to)

    def _choose(self, index: int, label: Text) -> None:
        self.chosen, self._walked_to = index, label


@dataclass(slots=True)
class RulesPage(Mode):
    """A game by the rules chosen, to be read: six lines; then what decides it, drawn; then its words explained."""

    pages: Stack
    game: Game[Any]
    turned: int = 0

    @property
    def view(self) -> MenuView | LessonView:
        """The leaf that is turned up."""
        title, lesson = title_of(self.game), self.game.lesson
        match self._leaves[self.turned]:
            case leaf if leaf is WORTH:
                return LessonView(title, lesson.heading, lesson.examples, faces=self.game.faces)
            case leaf if leaf is WORDS:
                return LessonView(title, WORDS, words=lesson.words)
            case _:
                told = (*self.game.told, self.game.origin)
                return MenuView(title, tuple(map(Item, told)), 0, reading=True)

    @property
    def keys(self) -> Keys:
        """Nothing to choose here; the next leaf where there are several."""
        keys = {Button.END: Key(CHOOSE, self.pages.close), Button.MENU: Key(BACK, self.pages.close, lit=False)}
        leaves = self._leaves
        if len(leaves) > 1:
            after = (self.turned + 1) % len(leaves)
            keys[Button.KEEP_5] = Key(leaves[after], partial(self._turn, after))
        return keys

    @property
    def _leaves(self) -> tuple[Text, ...]:
        """What they are called on the button that turns them up."""
        lesson = self.game.lesson
        return (RULES, *((WORTH,) if lesson.examples else ()), *((WORDS,) if lesson.words else ()))

    def _turn(self, leaf: int) -> None:
        self.turned = leaf
