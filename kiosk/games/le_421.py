"""421 with charge and décharge, as bars play it in France and Belgium, by the text or by their own house rules."""

from __future__ import annotations

from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import Happening
from kiosk.games.families.jetons import CHARGE, DECHARGE, Jetons
from kiosk.games.families.ranking import Category, Table, family_table
from kiosk.games.lesson import Word
from kiosk.games.options import FIRST, By, Rule, Switch
from kiosk.games.state import BEST, WORST, Hand, Play, State
from kiosk.games.text import Text, say, seat_name


class Le421(Jetons):
    """Everybody throws once in the charge, up to three times in the décharge; ties are broken by a rampo."""

    name = "le_421"
    place = 1
    title = say("421, charge and décharge")
    about = say("Three dice and tokens: the last who holds any has lost")
    own_words = (
        Word(say("Rampo"), say("All three dice once more, among the tied")),
        Word(say("Espagnole"), say("Who takes every token in the charge has lost at once")),
    )
    switches = (
        FIRST,
        Switch(
            "fiches",
            say("What is a fiche"),
            ("any_pair", "aces"),
            (say("Any pair and another die"), say("Two aces and another die")),
        ),
        Switch(
            "order",
            say("Hands go by"),
            ("category", "value"),
            (say("Fiches, baraques, suites"), say("What they are worth")),
        ),
        Switch(
            "moved",
            say("Tokens that move"),
            ("own", "best"),
            (say("The worth of the worst hand"), say("The worth of the best hand")),
        ),
        Switch(
            "charge_ties",
            say("Equal worst hands in the charge"),
            ("all", "rampo"),
            (say("All of them take"), say("They throw again: rampo")),
        ),
        Switch(
            "cap",
            say("Throws in the décharge"),
            ("none", "leader"),
            (say("Up to three each"), say("No more than the leader")),
        ),
        Switch(
            "nenette",
            say("Nénette, 2-2-1"),
            ("value", "extra_2", "none"),
            (say("Worth 2"), say("Its maker takes 2 more"), say("No effect")),
        ),
        Switch("value_of_421", say("4-2-1 is worth"), (10, 8), (say("10 tokens"), say("8 tokens"))),
        Switch("tokens", say("Tokens in the pot"), (21, 11), (say("21 tokens"), say("11 tokens")), (1, 99)),
        Switch(
            "end",
            say("The match ends"),
            ("last_holder", "first_out"),
            (say("When one player holds everything"), say("When the first player is out")),
        ),
        Switch(
            "leader",
            say("Who leads the next round"),
            ("loser", "winner"),
            (say("Who lost the round"), say("Who won the round")),
        ),
        Switch("charge_rolls", say("Throws in the charge"), (1, 3), (say("One each"), say("Up to three each"))),
    )
    presets = {  # noqa: RUF012  # a ClassVar by its declaration in Game
        "texte": {},
        "classique": {
            "fiches": "aces",
            "order": "value",
            "moved": "best",
            "charge_ties": "rampo",
            "cap": "leader",
            "nenette": "extra_2",
        },
        "courte": {
            "fiches": "aces",
            "order": "value",
            "moved": "best",
            "charge_ties": "rampo",
            "cap": "leader",
            "nenette": "none",
            "value_of_421": 8,
            "tokens": 11,
        },
        "belge": {
            "fiches": "aces",
            "moved": "best",
            "charge_ties": "rampo",
            "cap": "leader",
            "nenette": "none",
        },
    }
    preset_titles = {  # noqa: RUF012  # a ClassVar by its declaration in Game
        "texte": say("As written"),
        "classique": say("Classic"),
        "courte": say("Short"),
        "belge": say("Belgian"),
    }
    preset_abouts = {  # noqa: RUF012  # a ClassVar by its declaration in Game
        "texte": say("Any pair makes a fiche, and the worst hand takes what it is worth itself"),
        "classique": say("As most bars play: fiches are of aces, the best hand says how many tokens move"),
        "courte": say("Classic, and quicker: 11 tokens, 4-2-1 is worth 8, nénette does nothing"),
        "belge": say("Classic, but fiches beat baraques, and these suites, whatever they are worth"),
    }
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
            best=say("As many tokens move as the best hand is worth."),
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
            "charge_ties",
            all=say("Charge: equal worst hands all take. Décharge: ties are broken by one throw of all dice."),
            rampo=say("Ties are broken by one throw of three dice; if all are equal nothing moves."),
        ),
    )

    @property
    def table(self) -> Table:
        """The order of hands by these house rules."""
        return family_table(
            any_pair=self.options["fiches"] == "any_pair",
            by_value=self.options["order"] == "value",
            value_of_421=self.number("value_of_421"),
        )

    @property
    def nenette_extra(self) -> int:
        """By the switch."""
        return 2 if self.options["nenette"] == "extra_2" else 0

    def worth(self, hand: Hand) -> int:
        """Its value in the table; a nénette without effect is as any other hand."""
        without = self.options["nenette"] == "none" and self.rank(hand).category is Category.NENETTE
        return 1 if without else super().worth(hand)

    def moves(self, worst: Hand, best: Hand) -> int:
        """What the best hand is worth, or the loser's own."""
        return self.worth(worst) if self.options["moved"] == "own" else super().moves(worst, best)

    def rolls_allowed(self, state: State) -> int:
        """One in a rampo, and by default in the charge; up to three in the décharge."""
        match state.heat.kind:
            case "charge":
                return self.number("charge_rolls")
            case "decharge":
                return self.capped(state, 3)
            case _:
                return 1

    def aim(self, state: State) -> Aim:
        """Not to lose the match; in a rampo for the best hand, to win it."""
        all_take = state.heat.kind == CHARGE and self.options["charge_ties"] == "all"
        ties, last = Ties.ALL if all_take else Ties.LOT, state.heat.kind != BEST
        return Contest(self.strength, last, ties, void=not state.breaking_tie, stakes=self.stakes(state))

    def settle(self, play: Play[State]) -> None:
        """The worst takes: from the pot in the charge, from the best in the décharge."""
        heat = play.state.heats[0]
        best, worst = heat.top(self.strength), heat.top(self.weakness)
        if best == worst:
            play.tell(Happening.ROUND_ENDED, say("All hands are equal: nothing moves"))
            self.next_round(play, play.state.leader, heat.kind)
            return
        giver = None
        if heat.kind == DECHARGE:
            giver = self.single(play, BEST, best, self.strength)
            if giver is None:
                return
        if heat.kind == DECHARGE or self.options["charge_ties"] == "rampo":
            loser = self.single(play, WORST, worst, self.weakness)
            if loser is None:
                return
            worst = (loser,)
        self.move(play, worst, giver)
        winner = best[0] if giver is None else giver
        self.go_on(play, worst[0] if self.options["leader"] == "loser" else winner, giver)

    def swept(self, seat: int) -> Text:
        """*L'Espagnole*."""
        return say("L'Espagnole: {seat} took every token", seat=seat_name(seat))

    def prompt(self, state: State) -> Text:
        """What to do now; a tie-break has a name of its own."""
        if state.turn is not None and state.turn.throwing and state.breaking_tie:
            return say("Rampo: throw all {n} dice", n=self.dice)
        return super().prompt(state)

    def phase(self, state: State) -> Text:
        """Charge, décharge, or a rampo in one of them."""
        if state.heats and state.breaking_tie:
            return say("Rampo for the best hand") if state.heat.kind == BEST else say("Rampo for the worst hand")
        return super().phase(state)
