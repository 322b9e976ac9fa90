"""421 with charge and décharge: worst hands take tokens until the pot is empty, then the best hands give theirs."""

from __future__ import annotations

from kiosk.games.core import FIRST, HandView, Happening, Switch, Text, say, seat_name
from kiosk.games.ranking import Category, Rank, Table, family_table, named, tidy
from kiosk.games.rounds import Hand, Heat, Play, Rounds, State

CHARGE = "charge"
DECHARGE = "decharge"
BEST = "best"
WORST = "worst"


class Le421(Rounds[State]):
    """421 as bars play it in France and Belgium."""

    name = "le_421"
    title = say("421, charge and décharge")
    dice = 3
    tokens = True
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
    rules = (
        say("Charge: everybody throws once, the worst hand takes tokens from the pot."),
        say("Décharge: up to three throws; the best hand gives tokens to the worst."),
        say("Without tokens you are out and safe; the last holder loses."),
        say("Best first: 4-2-1, three aces, then fiches, baraques, suites, the rest; nénette is last."),
        say("A fiche is worth its single die, a baraque its face, a suite 2, nearly all else 1."),
        say("Ties are broken by one throw of three dice; if all are equal nothing moves."),
    )

    @property
    def table(self) -> Table:
        """The order of hands by these house rules."""
        return family_table(
            any_pair=self.options["fiches"] == "any_pair",
            by_value=self.options["order"] == "value",
            value_of_421=self.number("value_of_421"),
        )

    def strength(self, hand: Hand) -> int:
        """Higher is better."""
        return -self.rank(hand).rank

    def rank(self, hand: Hand) -> Rank:
        """A hand's line in the table."""
        return self.table[tidy(hand)]

    def worth(self, hand: Hand) -> int:
        """The tokens that a hand moves: its value; a nénette without effect is as any other hand."""
        rank = self.rank(hand)
        return 1 if rank.category is Category.NENETTE and self.options["nenette"] == "none" else rank.tokens or 0

    def new(self, seats: int) -> State:
        """All tokens in the pot."""
        return State(seats, counts=(0,) * seats, pot=self.number("tokens"))

    def open(self, play: Play[State]) -> None:
        """The charge begins."""
        self.next_round(play, play.state.leader, CHARGE)

    def rolls_allowed(self, state: State) -> int:
        """One in the charge and in a rampo; up to three in the décharge."""
        match state.heat.kind:
            case "charge":
                return self.number("charge_rolls")
            case "decharge":
                return self.capped(state, 3)
            case _:
                return 1

    def settle(self, play: Play[State]) -> None:
        """The worst takes: from the pot in the charge, from the best in the décharge."""
        heat = play.state.heats[0]
        best = heat.top(self.strength)
        worst = heat.top(lambda hand: -self.strength(hand))
        if best == worst:
            play.tell(Happening.ROUND_ENDED, say("All hands are equal: nothing moves"))
            self.next_round(play, play.state.leader, heat.kind)
            return
        charging = heat.kind == CHARGE
        giver = None
        if not charging:
            giver = self.single(play, BEST, best, self.strength)
            if giver is None:
                return
        if not charging or self.options["charge_ties"] == "rampo":
            loser = self.single(play, WORST, worst, lambda hand: -self.strength(hand))
            if loser is None:
                return
            worst = (loser,)
        self._pay(play, heat, worst, giver)
        winner = best[0] if giver is None else giver
        self._after(play, heat.kind, worst[0] if self.options["leader"] == "loser" else winner)

    def _pay(self, play: Play[State], heat: Heat, losers: tuple[int, ...], giver: int | None) -> None:
        best = max(heat.hands, key=self.strength)
        for loser in losers:
            play.tell(Happening.ROUND_ENDED, say("{seat} loses the round", seat=seat_name(loser)), loser)
            hand = best if self.options["moved"] == "best" else heat.hand(loser) or ()
            play.take(loser, self.worth(hand), giver)
        if self.options["nenette"] == "extra_2":
            for seat, hand in zip(heat.seats, heat.hands, strict=True):
                if self.rank(hand).category is Category.NENETTE:
                    play.tell(Happening.SPECIAL, say("Nénette: 2 more for {seat}", seat=seat_name(seat)), seat)
                    play.take(seat, 2, giver)

    def _after(self, play: Play[State], kind: str, leader: int) -> None:
        """Who is out, whether the charge or the match is over, and the next round."""
        state = play.state
        if kind == CHARGE and state.pot:
            self.next_round(play, leader, CHARGE)
            return
        safe = tuple(seat for seat in state.playing if state.counts[seat] == 0)
        play.leave(safe)
        for seat in safe:
            play.tell(Happening.OUT, say("{seat} has no token left and is safe", seat=seat_name(seat)), seat)
        holders = play.state.playing
        if len(holders) == 1:
            loser = seat_name(holders[0])
            if kind == CHARGE:
                play.tell(Happening.SPECIAL, say("L'Espagnole: {seat} took every token", seat=loser), holders[0])
            play.tell(Happening.OVER, say("{seat} has lost the match", seat=loser), holders[0])
            play.finish()
        elif safe and self.options["end"] == "first_out":
            play.tell(Happening.OVER, say("The match is over"))
            play.finish()
        else:
            if kind == CHARGE:
                play.tell(Happening.PHASE, say("The pot is empty: the décharge begins"))
            self.next_round(play, leader, DECHARGE)

    def standing(self, state: State) -> tuple[tuple[int, ...], ...]:
        """By order of leaving, then by tokens, fewest first."""
        held = sorted({state.counts[seat] for seat in state.playing})
        rest = (tuple(seat for seat in state.playing if state.counts[seat] == count) for count in held)
        return (*state.out, *rest)

    def describe(self, state: State, hand: Hand) -> HandView:  # noqa: ARG002  # the same in all states
        """The hand's name and worth."""
        return named(self.table, hand, say("{n} token", "{n} tokens", n=self.worth(hand)))

    def phase(self, state: State) -> Text:
        """Charge, décharge, or a rampo in one of them."""
        if len(state.heats) > 1:
            return say("Rampo for the best hand") if state.heat.kind == BEST else say("Rampo for the worst hand")
        return say("Charge") if state.heats and state.heat.kind == CHARGE else say("Décharge")

    def stake(self, state: State) -> Text | None:
        """Who is last so far, and what that costs; in a rampo, what it is about."""
        heat = state.heats[0]
        if not heat.hands:
            return None
        last = heat.top(lambda hand: -self.strength(hand))[0]
        hand = heat.hand(last) or ()
        amount = self.worth(max(heat.hands, key=self.strength) if self.options["moved"] == "best" else hand)
        if len(state.heats) > 1:
            return say("{n} token is at stake", "{n} tokens are at stake", n=amount)
        return say(
            "Last so far: {seat} with {hand}, for {n} token",
            "Last so far: {seat} with {hand}, for {n} tokens",
            seat=seat_name(last),
            hand=self.describe(state, hand).name,
            n=amount,
        )
