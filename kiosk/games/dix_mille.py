"""Dix mille, or Farkle: set aside dice that count, throw the rest, and stop before a throw in which nothing counts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from kiosk.games.core import Choice, Group, Happening, Offer, Throw
from kiosk.games.families.banking import Banking
from kiosk.games.families.worths import FIGURES, Worths
from kiosk.games.lesson import AT_STAKE, WORTHS, Lesson, Word
from kiosk.games.options import FIRST, JOINT, TIE, By, Preset, Rule, Switch, presets
from kiosk.games.state import ROLL_OFF, ROUND, Hand, Play, State, now
from kiosk.games.text import Text, say, seat_name, written

BUSTS, PENALTY = 3, 1000
"""By house rules the 3rd bust in a row costs 1000 points, and so does a first throw in which nothing counts."""
HOT = say("All dice count: bank, or throw them all again")
ON = say("All dice count: throw them all again")


@dataclass(frozen=True, slots=True)
class DixMilleState(State):
    """Who has opened, and how many busts in a row each seat has had."""

    opened: frozenset[int] = frozenset()
    busts: tuple[int, ...] = ()


class DixMille(Banking[DixMilleState]):
    """Ones, fives, three and more of a kind, and figures of the whole throw count."""

    name = "dix_mille"
    title = say("Dix mille")
    about = say("Six dice: set aside what counts, and stop before nothing does")
    dice = 6
    switches = (
        FIRST,
        Switch.of(
            "equal", say("Four, five, six equal"), flat=say("1000, 2000, 3000"), double=say("Each one more doubles")
        ),
        Switch("dice", say("Dice"), {6: say("Six"), 5: say("Five")}),
        Switch.of(
            "figures",
            say("Figures"),
            farkle=say("Row, pairs, triples"),
            classique=say("Row, three pairs"),
            francaise=say("Rows of six and five, pairs"),
            five=say("Row of five"),
            five_apart=say("Small row, large row"),
        ),
        Switch("opening", say("Points to open"), {500: say("500"), 0: say("None")}, (50, 5000)),
        Switch("target", say("Points to win"), {10000: say("{n}", n=10000), 5000: say("5000")}, (1000, 100_000)),
        Switch.of("full_hand", say("All dice count"), may=say("You may stop"), must=say("You must throw again")),
        Switch.of(
            "end",
            say("The end"),
            final_lap=say("One more turn for the others"),
            at_once=say("Whoever gets there first"),
            exact=say("Exactly that many"),
        ),
        Switch("least", say("Points a turn must bring"), {0: say("None")}, (50, 2000)),
        Switch.of(
            "empty",
            say("Nothing at the first throw"),
            off=say("Costs nothing more"),
            minus_1000=say("Costs 1000 points"),
        ),
        Switch.of(
            "equal_score", say("Who has as many as another"), off=say("Nothing happens"), zero=say("Sends him to 0")
        ),
        Switch.of(
            "three_busts", say("Three busts in a row"), off=say("Cost nothing more"), minus_1000=say("Cost 1000 points")
        ),
        Switch.of("final_tie", TIE, extra_turn=say("One more turn each"), joint=JOINT),
    )
    presets = presets(
        francaise=Preset(
            say("French"),
            say("as French tables play: exactly 10,000, a full hand goes on, nothing at all costs 1000"),
            equal="double",
            figures="francaise",
            full_hand="must",
            end="exact",
            empty="minus_1000",
        ),
        farkle=Preset(say("Farkle"), say("from America: four equal 1000, two triples 2500")),
        classique=Preset(
            say("Classic"), say("from French books: each equal die more doubles"), equal="double", figures="classique"
        ),
        cinq_des=Preset(
            say("Five dice"),
            say("from French game pages: five dice, 750 to open, all that count go on"),
            equal="double",
            dice=5,
            figures="five",
            opening=750,
            full_hand="must",
        ),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        say("Set aside at least one die that counts and throw the others; END banks all that counts."),
        say("An ace counts 100, a 5 counts 50, three equal 100 times their value, three aces 1000."),
        By.of(
            "equal",
            flat=say("Four equal count 1000, five 2000, six 3000; figures of a whole throw have worths of their own."),
            double=say("Each more than three equal doubles that; figures of a whole throw have worths of their own."),
        ),
        By.of(
            "full_hand",
            may=By.of(
                "empty",
                off=say("If nothing counts, the points of the turn are lost; if all dice do, throw all again or stop."),
                minus_1000=say(
                    "If nothing counts the turn is lost, at the first throw 1000 more; if all do, go on or stop."
                ),
            ),
            must=By.of(
                "empty",
                off=say("If nothing counts, the points of the turn are lost; if all dice do, throw all again."),
                minus_1000=say(
                    "If nothing counts the turn is lost, at the first throw 1000 more; if all do, throw all again."
                ),
            ),
        ),
        By.of(
            "equal_score", off=None, zero=say("Whoever comes to just as many points as another sends him back to 0.")
        ),
        By("least", {0: None}, say("A turn that you bank must bring {least} points or more.")),
        By("three_busts", {"off": None, "minus_1000": say("The third bust in a row costs 1000 points more.")}),
        By("opening", {0: None}, say("The first turn that you bank must bring {opening} points or more.")),
        By.of(
            "end",
            final_lap=say("Whoever reaches {target} first gives the others one more turn; the most wins."),
            at_once=say("Whoever reaches {target} first wins."),
            exact=say("Exactly {target} wins: END takes of the last throw what fits; too much brings nothing."),
        ),
    )

    @cached_property
    def worths(self) -> Worths:
        return Worths(FIGURES[str(self.options["figures"])], doubling=self.options["equal"] == "double")

    @cached_property
    def lesson(self) -> Lesson:
        opening = self.number("opening")
        words = [
            Word(say("Set aside"), say("Dice that count; they stay for the turn, and join nothing of a later throw")),
            AT_STAKE,
            Word(say("Bust"), say("Nothing counts in a throw: the points at stake are lost")),
            Word(say("Hot dice"), ON if self.must else HOT),
        ]
        if opening:
            words.append(Word(say("To open"), say("The first turn that you bank must bring {n} or more", n=opening)))
        return Lesson(WORTHS, self.worths.taught(self.dice), tuple(words))

    def new(self, seats: int) -> DixMilleState:
        return DixMilleState(seats, counts=(0,) * seats, busts=(0,) * seats)

    def parts(self, dice: Hand) -> Mapping[Hand, int]:
        return self.worths.parts(dice)

    def gain(self, state: DixMilleState, slots: frozenset[int] | None) -> int:
        turn, parts = now(state), self._counts(state)
        return max(parts.values()) if slots is None else parts[turn.showing((slots or turn.slots) - turn.kept)]

    def keeps(self, state: DixMilleState) -> frozenset[frozenset[int]]:
        return self.worths.stays(now(state))

    def again(self, state: DixMilleState) -> bool:
        return frozenset() in self.keeps(state)

    @property
    def must(self) -> bool:
        return self.options["full_hand"] == "must"

    def may_stop(self, state: DixMilleState) -> bool:
        """Whether enough points count, and the rules do not ask to throw all dice again.

        Where all that counts would go beyond the target, the turn may end with a part of it (`offers`).
        """
        some = super().may_stop(state) and not (self.must and self.again(state))
        enough = self.at_stake(state) >= self.least(state, now(state).seat)
        return enough and (some or bool(self.offers(state)))

    @property
    def opening_points(self) -> int:
        return self.number("opening")

    def least(self, state: DixMilleState, seat: int) -> int:
        least = self.number("least") if self.opened(state, seat) else max(self.opening_points, self.number("least"))
        # Close to the target a turn must bring no more than is missing.
        return min(least, self.number("target") - state.counts[seat])

    def opened(self, state: DixMilleState, seat: int) -> bool:
        return seat in state.opened or state.counts[seat] > 0

    def fine(self, state: DixMilleState, seat: int) -> int:
        fined = self.options["three_busts"] == "minus_1000" and state.busts[seat] == BUSTS - 1
        return min(PENALTY, state.counts[seat]) if fined else 0

    def room(self, state: DixMilleState, seat: int) -> int | None:
        """The points that this seat may still bank where the target must be met exactly; None: any number."""
        return self.number("target") - state.counts[seat] if self.options["end"] == "exact" else None

    def too_much(self, state: DixMilleState) -> bool:
        room = self.room(state, now(state).seat)
        return room is not None and self.at_stake(state) > room

    def offers(self, state: DixMilleState) -> tuple[Offer, ...]:
        """If all that counts is too much: the parts of it that still fit, one for each number of points."""
        turn, room = now(state), self.room(state, now(state).seat)
        if room is None or not self.too_much(state):
            return ()
        fits = {points: part for part, points in self._counts(state).items() if turn.at_stake + points <= room}
        return tuple(
            Offer("".join(map(str, part)), written(part), points) for points, part in sorted(fits.items(), reverse=True)
        )

    def brings(self, state: DixMilleState, offer: Offer | None = None) -> int:
        if offer is not None:
            return now(state).at_stake + offer.points
        return 0 if self.too_much(state) else super().brings(state)

    def bank(self, play: Play[DixMilleState], points: int) -> None:
        seat = now(play.state).seat
        if not points:
            text = say("{seat} would pass {n}, and gets nothing", seat=seat_name(seat), n=self.number("target"))
            play.tell(Happening.BUST, text, seat, amount=self.at_stake(play.state))
            return
        busts = play.state.busts
        play.set(opened=play.state.opened | {seat}, busts=(*busts[:seat], 0, *busts[seat + 1 :]))
        super().bank(play, points)
        # After banking: whoever now has as many points is sent back to 0.
        for other in self.equal_to(play.state, seat):
            have = play.state.counts[other]
            play.count(other, -have)
            text = say("{other} had as many as {seat}, and has none now", other=seat_name(other), seat=seat_name(seat))
            play.tell(Happening.BUST, text, other, amount=have)

    def equal_to(self, state: DixMilleState, seat: int, more: int = 0) -> tuple[int, ...]:
        """The seats that this seat would send back to 0 with `more` points, by the switch `equal_score`."""
        if self.options["equal_score"] == "off":
            return ()
        have = state.counts[seat] + more
        return tuple(other for other, its in enumerate(state.counts) if other != seat and its == have)

    def lose(self, play: Play[DixMilleState], lost: int) -> None:
        super().lose(play, lost)
        turn, busts = now(play.state), play.state.busts
        seat, who = turn.seat, seat_name(turn.seat)
        if self.fine(play.state, seat):
            self._fined(
                play, seat, lambda n: say("{seat} has three busts in a row and loses {n} points", seat=who, n=n)
            )
        if turn.rolls == 1 and self.options["empty"] == "minus_1000":
            self._fined(
                play, seat, lambda n: say("{seat} has nothing at the first throw: {n} points less", seat=who, n=n)
            )
        play.set(busts=(*busts[:seat], (busts[seat] + 1) % BUSTS, *busts[seat + 1 :]))

    def _fined(self, play: Play[DixMilleState], seat: int, text: Callable[[int], Text]) -> None:
        fine = min(PENALTY, play.state.counts[seat])
        if fine:
            play.count(seat, -fine)
            play.tell(Happening.BUST, text(fine), seat, amount=fine)

    def one_more(self, state: DixMilleState) -> bool:
        return state.heat.kind == ROUND and self.options["end"] == "final_lap"

    def unfinished(self, state: DixMilleState) -> Text:
        least = self.least(state, now(state).seat)
        if self.at_stake(state) >= least:
            return ON
        if self.opened(state, now(state).seat):
            return say("A turn must bring {n} points", n=least)
        return say("Not open yet: a turn must bring {n} points", n=least)

    def groups(self, state: DixMilleState) -> tuple[Group, ...]:
        turn = now(state)
        return self.worths.groups(turn, turn.slots - turn.kept)

    def refusal(self, state: DixMilleState, slots: frozenset[int]) -> Text:
        kept = now(state).kept
        if not kept <= slots and slots:
            return say("What is set aside stays")
        if not slots - kept:
            return say("Set aside what counts, or stop") if self.may_stop(state) else say("Set aside what counts")
        return say("Every die set aside must count")

    def prompt(self, state: DixMilleState) -> Text:
        match self.waits(state):
            case Choice() if self.too_much(state):
                return say("Throw on, or end your turn")
            case Choice(may_stop=False, again=True) if self.must:
                return ON
            case Choice():
                return self.refusal(state, now(state).kept)
            case Throw(slots=slots) if state.heat.kind != ROLL_OFF:
                return say("Throw {n} die", "Throw {n} dice", n=len(slots))
            case _:
                return super().prompt(state)

    def sought(self, state: DixMilleState) -> Text:
        turn = state.turn
        stake = 0 if turn is None else self.at_stake(state)
        least = 0 if turn is None else self.least(state, turn.seat)
        if turn is not None and stake < least and self.opened(state, turn.seat):
            return say("At least {least}: {n} so far", least=least, n=stake)
        if not stake and least:
            return say("Open with {n}", n=least)
        if stake < least:
            return say("Open with {least}: {n} so far", least=least, n=stake)
        if stake and turn is not None:
            equal = self.equal_to(state, turn.seat, stake)
            if turn.throwing or not self.may_stop(state):
                return say("A bust loses {n}", n=stake)
            if self.too_much(state):
                return say("{n} to go: {stake} are too much", n=self.room(state, turn.seat), stake=stake)
            if equal:
                return say("Bank {n}, and send {seat} to 0", n=stake, seat=seat_name(equal[0]))
            return say("Bank {n}", n=stake)
        if state.heat.kind != ROUND:
            return say("Beat {n}", n=max(state.counts))
        return self.to_go(state, self.number("target"))
