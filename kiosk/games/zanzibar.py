"""Zanzibar: 421 with a full turn in the charge, a cap by the player before, and no ties: the later hand is stronger."""

from __future__ import annotations

from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.families.jetons import CHARGE, Jetons
from kiosk.games.families.ranking import Table, family_table
from kiosk.games.lesson import POT
from kiosk.games.options import FIRST, By, Preset, Rule, Switch, presets
from kiosk.games.state import Play, State
from kiosk.games.text import say


class Zanzibar(Jetons):
    """The strongest hand says how many tokens go to the weakest."""

    name = "zanzibar"
    title = say("Zanzibar")
    about = say("Three dice and tokens, never a tie: the last who holds any has lost")
    own_words = (POT,)
    switches = (
        FIRST,
        Switch("dry", say("Throws in the charge"), ("off", "on"), (say("Up to three each"), say("One each"))),
        Switch("tokens", say("Tokens in the pot"), (21,), (say("21 tokens"),), (1, 99)),
        Switch(
            "cap",
            say("No more throws than"),
            ("previous", "leader"),
            (say("The player before"), say("The leader")),
        ),
        Switch(
            "nenette",
            say("Nénette, 2-2-1"),
            (0, 2, 4),
            (say("No penalty"), say("Its maker takes 2 more"), say("Its maker takes 4 more")),
        ),
        Switch("value_of_421", say("4-2-1 is worth"), (10, 8), (say("10 tokens"), say("8 tokens"))),
    )
    presets, preset_titles, preset_abouts = presets(
        text=Preset(say("Usual values"), say("from pages on French bar games: no ties, and the usual values"))
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
        say("Of equal hands the later is the stronger; there is never a playoff."),
        By("nenette", {0: None}, say("Whoever makes a nénette, 2-2-1, takes {nenette} tokens more.")),
        say("Once the pot is empty, whoever has no token is out and has won; the last holder pays."),
    )

    @property
    def table(self) -> Table:
        """The usual one: the original text's is lost."""
        return family_table(any_pair=False, by_value=True, value_of_421=self.number("value_of_421"))

    @property
    def nenette_extra(self) -> int:
        """By the switch."""
        return self.number("nenette")

    def rolls_allowed(self, state: State) -> int:
        """Up to three; one in a dry charge."""
        dry = self.options["dry"] == "on" and state.heat.kind == CHARGE
        return 1 if dry else self.capped(state, 3)

    def aim(self, state: State) -> Aim:
        """Not to lose the match."""
        return Contest(self.strength, last=True, ties=Ties.LATER, stakes=self.stakes(state))

    def settle(self, play: Play[State]) -> None:
        """Of equal hands the later is stronger, at both ends."""
        heat = play.state.heats[0]
        best, worst = self.best_and_worst(heat)
        giver = None if heat.kind == CHARGE else best[-1]
        self.move(play, worst[:1], giver)
        self.go_on(play, worst[0], giver)
