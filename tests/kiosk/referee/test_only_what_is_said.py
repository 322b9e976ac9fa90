"""A player who does only what the large lines say, knows no rule and sees nothing else, plays each game to its end."""

import re
from collections.abc import Callable, Mapping
from random import Random

import pytest
from sitting import playing

from hardware.presses import KEEPS
from kiosk.games.core import DiceSet
from kiosk.games.registry import games
from kiosk.games.text import Text
from kiosk.locale import translate
from kiosk.view import PlayView

SEED = 421
LONGEST = 1500
"""Sentences followed, after which a match would go on for ever."""
SHORT: Mapping[str, Mapping[str, str | int]] = {
    "dix_mille": {"target": 2000},
    "cochon": {"target": 40},
    "four_twenty_one": {"rounds": 2},
    "yams": {},
    "le_421": {"tokens": 5},
    "zanzibar": {"tokens": 5},
}
COUNTS = {"one": 1, "both": 2, "four": 4, "the die": 1}


class Follower:
    """Somebody at the table."""

    def __init__(self, name: str) -> None:
        self.sitting = playing(name, options=SHORT.get(name, {}))
        self._chance = Random(SEED)
        self._read, self._serial = "", -1

    def says(self, text: Text | None) -> str:
        return "" if text is None else translate(text, "en", [player.name for player in self.sitting.match.players])

    @property
    def lines(self) -> str:
        """What is sought, and what to do."""
        play = self.sitting.play
        return f"{self.says(play.game.sought)} | {self.says(play.prompt)}"

    def follow(self) -> None:
        """Do what the lines say."""
        lines = self.lines
        does = next((does for said, does in WORDS.items() if re.search(said, lines)), None)
        assert does is not None, f"nobody knows what to do: {lines}"
        does(self)
        assert lines != self._read or self.sitting.match.serial != self._serial, f"nothing came of it: {lines}"
        self._read, self._serial = lines, self.sitting.match.serial

    def end(self) -> None:
        self.sitting.table.end()

    def throw(self) -> None:
        """As many as are asked for, or all that do not stay."""
        play, table = self.sitting.play, self.sitting.table
        asked = self.says(play.prompt)
        count = next((n for word, n in COUNTS.items() if f"hrow {word}" in asked), None)
        if count is None:
            number = re.search(r"(\d+) di(c)?e", asked)
            count = int(number[1]) if number else len(play.game.hand) - sum(die.kept for die in play.dice)
        if self.sitting.match.game.dice_set is DiceSet.REMEMBERED:
            lifted = list(range(1, len(table.dice) + 1))
        else:
            stay = [die.box for die in play.dice if die.kept]
            lifted = [n for n, die in enumerate(table.dice, 1) if die.die.box not in stay]
        table.lift(*lifted)
        table.throw(*(self._chance.randint(1, 6) for _ in range(count)))

    def keep(self, wanted: Callable[[int], bool]) -> None:
        """Press the buttons of dice that show this, as far as they are offered; then throw the rest."""
        for die in self.sitting.play.dice:
            if wanted(die.value or 0) and die.button is not None and not die.kept:
                self.sitting.table.keep(die.button)
        self.throw()

    def keep_named(self) -> None:
        named = re.search(r"Keep ([\d-]+), and|One (\d) must stay", self.lines)
        assert named is not None
        missing = [int(value) for value in (named[1] or named[2]).split("-")]
        for die in sorted(self.sitting.play.dice, key=lambda die: not die.kept):
            if die.value in missing:
                missing.remove(die.value)
                if die.button is not None and not die.kept:
                    self.sitting.table.keep(die.button)
        if named[1]:
            self.throw()

    def set_aside(self) -> None:
        """Every group that is offered."""
        for button in KEEPS:
            if button in self.sitting.keys:
                self.sitting.table.press(button)

    def turn(self) -> None:
        table = self.sitting.table
        number = next(n for n, die in enumerate(table.dice, 1) if die.die.value == 6)
        table.turn(number, 1, throw=[self._chance.randint(1, 6) for _ in table.dice[1:]])


WORDS: dict[str, Callable[[Follower], None]] = {
    r"^Bank ": Follower.end,
    r"\| ((Write|Take) \d|Play (high|low): )": Follower.end,
    r"end your turn$": Follower.end,
    r"Press the lit button|turned to a one\? Press OK": Follower.end,
    r"Two sixes: turn one": Follower.turn,
    r"Keep [\d-]+, and throw|must stay: keep it": Follower.keep_named,
    r"Set aside what counts": Follower.set_aside,
    r"Set aside every 3": lambda follower: follower.keep(lambda value: value == 3),
    r"Keep 5 or more": lambda follower: follower.keep(lambda value: value >= 5),
    r"[Tt]hrow ": Follower.throw,
}
"""What somebody does who reads this, the first that is found."""


@pytest.mark.parametrize("name", [known.name for known in games()])
def test_what_is_said_leads_to_the_end(name: str) -> None:
    follower = Follower(name)
    for _ in range(LONGEST):
        if not isinstance(follower.sitting.scene, PlayView):
            break
        follower.follow()
    assert follower.sitting.match.over
