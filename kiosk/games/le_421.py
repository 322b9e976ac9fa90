"""421 with charge and décharge, as bars play it in France and Belgium, by the text or by their own house rules."""

from typing import ClassVar

from kiosk.games.families.jetons import CHARGE, RAMPO, Jetons
from kiosk.games.families.ranking import Category, Table, family_table
from kiosk.games.lesson import Word
from kiosk.games.options import FIRST, By, Preset, Rule, Switch, Value, presets
from kiosk.games.state import Hand, Heat, State, tidy
from kiosk.games.text import Text, say, seat_name

CLASSIC: dict[str, Value] = {
    "fiches": "aces",
    "order": "value",
    "moved": "best",
    "charge_ties": "rampo",
    "cap": "leader",
    "nenette": "extra_2",
}
"""The house rules of most bars, where they differ from the text."""
FURTHER = 2
"""By a house rule each further 4-2-1 of a round costs 2 tokens more: 8, then 10, then 12."""


class Le421(Jetons):
    """Everybody throws once in the charge, up to three times in the décharge; ties are broken by a rampo."""

    name = "le_421"
    place = 1
    title = say("421, charge and décharge")
    about = say("Three dice and tokens: the last who holds any has lost")
    own_words = (RAMPO, Word(say("Espagnole"), say("Who takes every token in the charge has lost at once")))
    switches = (
        FIRST,
        Switch.of(
            "fiches",
            say("What is a fiche"),
            any_pair=say("Any pair and another die"),
            aces=say("Two aces and another die"),
        ),
        Switch.of(
            "order", say("Hands go by"), category=say("Fiches, baraques, suites"), value=say("What they are worth")
        ),
        Switch.of(
            "moved",
            say("Tokens that move"),
            own=say("The worth of the worst hand"),
            best=say("The worth of the best hand"),
        ),
        Switch.of(
            "charge_ties",
            say("Equal worst hands in the charge"),
            all=say("All of them take"),
            rampo=say("They throw again: rampo"),
        ),
        Switch.of(
            "cap", say("Throws in the décharge"), none=say("Up to three each"), leader=say("No more than the leader")
        ),
        Switch.of(
            "nenette",
            say("Nénette, 2-2-1"),
            value=say("Worth 2"),
            extra_2=say("Its maker takes 2 more"),
            none=say("No effect"),
        ),
        Switch("value_of_421", say("4-2-1 is worth"), {10: say("10 tokens"), 8: say("8 tokens")}),
        Switch("tokens", say("Tokens in the pot"), {21: say("21 tokens"), 11: say("11 tokens")}, (1, 99)),
        Switch.of(
            "end",
            say("The match ends"),
            last_holder=say("When one player holds everything"),
            first_out=say("When the first player is out"),
        ),
        Switch.of(
            "leader", say("Who leads the next round"), loser=say("Who lost the round"), winner=say("Who won the round")
        ),
        Switch("charge_rolls", say("Throws in the charge"), {1: say("One each"), 3: say("Up to three each")}),
        Switch.of("equal", say("Equal hands"), rampo=say("Throw again: rampo"), fewer=say("Fewer throws are better")),
        Switch.of("opens", say("The roll-off"), highest=say("The highest leads"), lowest=say("The lowest leads")),
        Switch.of(
            "more_421", say("Each further 4-2-1 of a round"), off=say("Costs the same"), on=say("Costs 2 tokens more")
        ),
    )
    presets = presets(
        texte=Preset(
            say("As written"),
            say("by the rule sheet of this table: any pair is a fiche, the worst takes its own worth"),
        ),
        classique=Preset(
            say("Classic"), say("as most French bars play: fiches are of aces, the best hand's worth moves"), **CLASSIC
        ),
        courte=Preset(
            say("Short"),
            say("a quicker classic game: 11 tokens, 4-2-1 is worth 8, nénette does nothing"),
            **CLASSIC | {"nenette": "none", "value_of_421": 8, "tokens": 11},
        ),
        belge=Preset(
            say("Belgian"),
            say("the form called Belgian: fiches beat baraques, and these suites, whatever they are worth"),
            **CLASSIC | {"order": "category", "nenette": "none"},
        ),
        comptoir=Preset(
            say("At the counter"),
            say("heard at French counters: classic, fewer throws win an equal hand, more 4-2-1s cost more"),
            **CLASSIC,
            equal="fewer",
            opens="lowest",
            more_421="on",
        ),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        By(
            "charge_rolls",
            {
                1: say("Charge: everybody throws once, the worst hand takes tokens from the pot."),
                3: say("Charge: up to three throws; the worst hand takes tokens from the pot."),
            },
        ),
        By.of(
            "cap",
            none=say("Décharge: up to three throws; the best hand gives tokens to the worst."),
            leader=say("Décharge: no more throws than the leader; the best gives tokens to the worst."),
        ),
        By.of(
            "moved",
            own=say("As many tokens move as the worst hand is worth."),
            best=By.of(
                "more_421",
                off=say("As many tokens move as the best hand is worth."),
                on=say("As many tokens move as the best hand is worth, and 2 more for each further 4-2-1."),
            ),
        ),
        By.of(
            "end",
            last_holder=say("Once the pot is empty, whoever has no token is out and safe; the last holder loses."),
            first_out=say("The first to win a round of the décharge and have no token left wins the match."),
        ),
        By.of(
            "leader",
            loser=say("Whoever loses a round leads the next."),
            winner=say("Whoever wins a round leads the next."),
        ),
        By.of(
            "equal",
            fewer=say("Of equal hands that of fewer throws is better; then ties are broken by one throw of all dice."),
            rampo=By.of(
                "charge_ties",
                all=say("Charge: equal worst hands all take. Décharge: ties are broken by one throw of all dice."),
                rampo=say("Ties are broken by one throw of three dice; if all are equal nothing moves."),
            ),
        ),
    )

    @property
    def table(self) -> Table:
        return family_table(
            any_pair=self.options["fiches"] == "any_pair",
            by_value=self.options["order"] == "value",
            value_of_421=self.number("value_of_421"),
        )

    @property
    def nenette_extra(self) -> int:
        return 2 if self.options["nenette"] == "extra_2" else 0

    def worth(self, hand: Hand) -> int:
        """Its value in the table; 1 for a nénette that has no effect by the house rules."""
        without = self.options["nenette"] == "none" and self.rank(hand).category is Category.NENETTE
        return 1 if without else super().worth(hand)

    def moves(self, worst: Hand, best: Hand) -> int:
        return self.worth(worst) if self.options["moved"] == "own" else super().moves(worst, best)

    def amount(self, heat: Heat, loser: int) -> int:
        several = self.options["more_421"] == "on" and self.options["moved"] == "best"
        further = sum(tidy(hand) == (4, 2, 1) for hand in heat.hands) - 1 if several else 0
        return super().amount(heat, loser) + FURTHER * max(0, further)

    @property
    def lowest_leads(self) -> bool:
        return self.options["opens"] == "lowest"

    def rolls_allowed(self, state: State) -> int | None:
        return self.number("charge_rolls") if state.heat.kind == CHARGE else super().rolls_allowed(state)

    def swept(self, seat: int) -> Text:
        return say("L'Espagnole: {seat} took every token", seat=seat_name(seat))
