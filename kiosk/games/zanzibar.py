"""Zanzibar: 421 with a full turn in the charge, a cap by the player before, and no ties: the later hand is stronger."""

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from kiosk.games.families.jetons import CHARGE, RAMPO, Jetons
from kiosk.games.families.ranking import Table, family_table, zanzi_table
from kiosk.games.lesson import POT, Lesson, Word
from kiosk.games.options import FIRST, By, Preset, Rule, Switch, presets
from kiosk.games.state import State
from kiosk.games.text import say

ZANZI = (
    Word(say("Zanzi"), say("Three alike, aces highest; it is worth 3")),
    Word(say("Points"), say("An ace is 100, a six 60, the others their pips")),
)


class Zanzibar(Jetons):
    """The strongest hand says how many tokens go to the weakest."""

    name = "zanzibar"
    title = say("Zanzibar")
    about = say("Three dice and tokens, never a tie: the last who holds any has lost")
    switches = (
        FIRST,
        Switch.of("dry", say("Throws in the charge"), off=say("Up to three each"), on=say("One each")),
        Switch("tokens", say("Tokens in the pot"), {21: say("21 tokens"), 11: say("11 tokens")}, (1, 99)),
        Switch.of("cap", say("No more throws than"), previous=say("The player before"), leader=say("The leader")),
        Switch(
            "nenette",
            say("Nénette, 2-2-1"),
            {0: say("No penalty"), 2: say("Its maker takes 2 more"), 4: say("Its maker takes 4 more")},
        ),
        Switch("value_of_421", say("4-2-1 is worth"), {10: say("10 tokens"), 8: say("8 tokens")}),
        Switch.of("hands", say("Hands"), usual=say("As in 421"), zanzi=say("Three alike, then points")),
        Switch.of("ties", say("Equal hands"), later=say("The later is stronger"), rampo=say("Throw again: rampo")),
    )
    presets = presets(
        text=Preset(say("Usual values"), say("from pages on French bar games: no ties, and the usual values")),
        zanzi=Preset(
            say("Zanzi"),
            say("from pages on French bar games: an ace is 100, a six 60, three alike on top"),
            hands="zanzi",
            ties="rampo",
            tokens=11,
            cap="leader",
        ),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        By.of(
            "cap",
            previous=say("Up to three throws, but no more than the player before you in the round."),
            leader=say("Up to three throws, but no more than the leader of the round."),
        ),
        By.of(
            "dry",
            off=say("Charge: the weakest hand takes what the strongest is worth from the pot."),
            on=say("Charge, one throw each: the weakest takes what the strongest is worth from the pot."),
        ),
        say("Décharge: the strongest hand gives that many tokens to the weakest."),
        By.of(
            "hands",
            usual=None,
            zanzi=say("Three alike, a zanzi, are worth 3; others 1, and go by points: an ace 100, a six 60."),
        ),
        By.of(
            "ties",
            later=say("Of equal hands the later is the stronger; there is never a playoff."),
            rampo=say("Ties are broken by one throw of three dice; if all are equal nothing moves."),
        ),
        By("nenette", {0: None}, say("Whoever makes a nénette, 2-2-1, takes {nenette} tokens more.")),
        say("Once the pot is empty, whoever has no token is out and has won; the last holder pays."),
    )

    @property
    def table(self) -> Table:
        """The usual table, as the one of the original text is lost; or the table of Zanzi."""
        if self.options["hands"] == "zanzi":
            return zanzi_table()
        return family_table(any_pair=False, by_value=True, value_of_421=self.number("value_of_421"))

    @property
    def nenette_extra(self) -> int:
        return self.number("nenette")

    @cached_property
    def lesson(self) -> Lesson:
        lesson = super().lesson
        names = lesson.words if self.options["hands"] == "usual" else ZANZI
        return replace(lesson, words=(*names, *((RAMPO,) if self.options["ties"] == "rampo" else ()), POT))

    def rolls_allowed(self, state: State) -> int | None:
        dry = self.options["dry"] == "on" and state.heat.kind == CHARGE
        return 1 if dry else super().rolls_allowed(state)
