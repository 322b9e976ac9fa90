"""Yams, also called Yahtzee: three rolls a turn, and each hand is written into one box of the player's sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from kiosk.games.aims import Sheet
from kiosk.games.core import HandView, Happening, Offer, SheetLine
from kiosk.games.families.score_sheet import NAMED, TEXTS, UPPER, Column, ScoreSheet, plus_moins, usual
from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.options import FIRST, By, Rule, Switch
from kiosk.games.rounds import Rounds
from kiosk.games.state import BEST, ROUND, Hand, Play, State, now
from kiosk.games.text import Text, say, seat_name

EXAMPLES: Mapping[str, Hand] = {
    "moins": (3, 2, 2, 1, 1),
    "plus": (6, 5, 5, 4, 4),
    "brelan": (5, 5, 5, 3, 1),
    "carre": (4, 4, 4, 4, 2),
    "full": (3, 3, 3, 6, 6),
    "petite_suite": (5, 4, 3, 2, 1),
    "grande_suite": (6, 5, 4, 3, 2),
    "yams": (6, 6, 6, 6, 6),
    "chance": (6, 4, 3, 2, 2),
}
"""A hand for each lower box, to be drawn beside the rules."""
ROLLS = 3
"""Of a turn."""


@dataclass(frozen=True, slots=True)
class YamsState(State):
    """Each seat's boxes as they were written, and how often it earned the hundred; the counts are totals with all."""

    sheets: tuple[Column, ...] = ()
    hundreds: tuple[int, ...] = ()


class Yams(Rounds[YamsState]):
    """Thirteen boxes, each written once, for the highest total."""

    name = "yams"
    title = say("Yams")
    about = say("Five dice and a sheet of thirteen boxes; also for one alone")
    dice = 5
    seats = range(1, 9)
    switches = (
        FIRST,
        Switch(
            "joker",
            say("Five alike once their box is filled"),
            ("forced", "free", "none"),
            (say("A joker, in the number's own box first"), say("A joker in any open box"), say("No joker")),
        ),
        Switch("extra_yams", say("Each further five alike"), (100, 0), (say("100 more"), say("Nothing more"))),
        Switch("upper_bonus", say("Bonus for the upper boxes"), (35, 0), (say("As on the sheet"), say("None"))),
        Switch(
            "equals",
            say("Three and four alike count"),
            ("all_five", "only_equal"),
            (say("All five dice"), say("Only those alike")),
        ),
        Switch("sheet", say("The sheet"), ("thirteen", "plus_moins"), (say("The usual"), say("With plus and minus"))),
        Switch(
            "final_tie",
            say("A tie at the end"),
            ("joint", "roll_off"),
            (say("They win together"), say("They throw for it")),
        ),
    )
    presets: ClassVar = {
        "yahtzee": {},
        "yams": {"joker": "none", "extra_yams": 0},
        "plus_moins": {"sheet": "plus_moins", "joker": "none", "extra_yams": 0},
    }
    preset_titles: ClassVar = {
        "yahtzee": say("Yahtzee"),
        "yams": say("French sheet"),
        "plus_moins": say("Plus and minus"),
    }
    preset_abouts: ClassVar = {
        "yahtzee": say("with a joker, and 100 for each further five alike"),
        "yams": say("no joker, nothing more"),
        "plus_moins": say("plus above minus; full house, four and five alike add dice"),
    }
    rules: ClassVar[tuple[Rule, ...]] = (
        say("Throw up to three times; keep any dice, and take back what you kept."),
        say("Then write the hand into one open box: its points, or 0 if it does not fit."),
        By(
            "upper_bonus",
            {35: say("Upper boxes count the dice of their number; together they may earn a bonus.")},
            say("Upper boxes count the dice of their number."),
        ),
        By(
            "sheet",
            {
                "thirteen": By(
                    "joker",
                    {"none": None},
                    say("Five alike are a joker once their box is filled: they count in full below."),
                ),
                "plus_moins": say("Plus must be above minus; if not, the later written is 0."),
            },
        ),
        By(
            "sheet",
            {
                "thirteen": By(
                    "extra_yams", {0: None}, say("Each five alike bring 100 more while their box holds 50.")
                ),
                "plus_moins": None,
            },
        ),
        By(
            "final_tie",
            {
                "joint": say("After thirteen rounds the highest total wins; the tied win together."),
                "roll_off": say("After thirteen rounds the highest total wins; the tied throw for it."),
            },
        ),
    )

    # --- the sheet ---

    @cached_property
    def _sheet(self) -> ScoreSheet:
        """By these house rules."""
        bonus = bool(self.options["upper_bonus"])
        if self.options["sheet"] == "plus_moins":
            return plus_moins(bonus=30 * bonus)
        joker, extra, every = str(self.options["joker"]), self.number("extra_yams"), self.options["equals"]
        return usual(bonus=35 * bonus, joker=joker, extra=extra, all_five=every == "all_five")

    def aim(self, state: YamsState) -> Sheet | None:
        """The total of the sheet."""
        if state.heat.kind != ROUND:
            return None
        sheet = self._sheet

        def stands(state: YamsState) -> tuple[int, int, int]:
            seat = now(state).seat
            return *sheet.stands(state.sheets[seat]), state.counts[seat]

        return Sheet(sheet.name, sheet.boxes, sheet.memories, ROLLS, stands, sheet.ways, sheet.brings, sheet.write)

    def new(self, seats: int) -> YamsState:
        """Empty sheets."""
        column: Column = (None,) * len(self._sheet.boxes)
        return YamsState(seats, counts=(0,) * seats, sheets=(column,) * seats, hundreds=(0,) * seats)

    def rolls_allowed(self, state: YamsState) -> int:
        """Three; one to throw for the match."""
        return ROLLS if state.heat.kind == ROUND else 1

    def offers(self, state: YamsState) -> tuple[Offer, ...]:
        """The open boxes that the hand may be written into."""
        turn, sheet = now(state), self._sheet
        if state.heat.kind != ROUND:
            return ()
        open_, memory = sheet.stands(state.sheets[turn.seat])
        may, joker = sheet.ways(open_, turn.hand)
        return tuple(
            Offer(name, TEXTS[name], sheet.worth(box, sheet.brings(box, turn.hand, joker), memory))
            for box, name in enumerate(sheet.boxes)
            if may >> box & 1
        )

    def chosen(self, play: Play[YamsState], offer: Offer) -> None:
        """Write it, and tell what it earns besides."""
        sheet, seat, hand = self._sheet, now(play.state).seat, now(play.state).hand
        column, who = play.state.sheets[seat], seat_name(seat)
        open_, memory = sheet.stands(column)
        box, joker = sheet.boxes.index(offer.name), sheet.ways(open_, hand)[1]
        earned, _ = sheet.write(box, sheet.brings(box, hand, joker), memory)
        upper = sheet.upper(column) + offer.points * (offer.name in UPPER)
        bonus = sheet.bonus if sheet.goal and sheet.upper(column) < sheet.goal <= upper else 0
        extra = earned - offer.points - bonus
        if joker and offer.points:
            play.tell(Happening.SPECIAL, say("Joker: {box} for {seat}", box=offer.text, seat=who), seat)
        text = say("{seat}: {box}, {n} point", "{seat}: {box}, {n} points", seat=who, box=offer.text, n=offer.points)
        play.score(seat, offer.points, text)
        if extra:
            play.tell(Happening.SPECIAL, say("Another yams: {n} more for {seat}", n=extra, seat=who), seat)
        if bonus:
            text = say("{have} in the upper boxes: {n} more for {seat}", have=upper, n=bonus, seat=who)
            play.tell(Happening.SPECIAL, text, seat)
        play.count(seat, extra + bonus)
        columns, hundreds = list(play.state.sheets), list(play.state.hundreds)
        columns[seat] = (*column[:box], offer.points, *column[box + 1 :])
        hundreds[seat] += extra > 0
        play.set(sheets=tuple(columns), hundreds=tuple(hundreds))

    def settle(self, play: Play[YamsState]) -> None:
        """The next round; after the last the highest total wins."""
        if play.state.heat.kind == ROUND and play.state.round < len(self._sheet.boxes):
            self.next_round(play, play.state.leader)
            return
        ahead = self.standing(play.state)[0]
        if len(ahead) > 1 and self.options["final_tie"] == "roll_off":
            winner = self.single(play, BEST, ahead, sum)
            if winner is None:
                return
            play.leave((winner,))
        self.win(play)

    def standing(self, state: YamsState) -> tuple[tuple[int, ...], ...]:
        """Who won the throw for the match, then by totals."""
        return (*state.out, *state.ranked())

    # --- words ---

    @property
    def lesson(self) -> Lesson:
        """Of each box a hand and its points, and what the sheet adds."""
        sheet = self._sheet
        lower = (
            Example(TEXTS[name], say("{n}", n=sheet.points[name](hand)), (hand,))
            for name, hand in EXAMPLES.items()
            if name in sheet.points
        )
        upper = Example(say("aces to sixes"), say("{n} as fours", n=12), ((4, 4, 4, 2, 1),))
        words = [
            Word(say("Box"), say("A line of your sheet; a hand goes into one, for its points or for 0")),
            Word(say("Upper boxes"), say("Aces to sixes: the sum of the dice of that number")),
        ]
        if sheet.goal:
            bonus = say("{goal} or more in the upper boxes bring {n} besides", goal=sheet.goal, n=sheet.bonus)
            words.append(Word(say("Bonus"), bonus))
        if "plus" in sheet.points:
            words.append(Word(say("Plus, minus"), say("Plus must be above minus; if not, the later written is 0")))
        jokers = {
            "forced": say("Five alike once their box is filled: first the number's own box, then any below"),
            "free": say("Five alike once their box is filled: any open box"),
        }
        if sheet.joker in jokers:
            words.append(Word(say("Joker"), jokers[sheet.joker]))
        if sheet.extra:
            words.append(Word(say("{n} more", n=sheet.extra), say("For each five alike while their box holds 50")))
        return Lesson(say("What each box brings"), (upper, *lower), tuple(words))

    def describe(self, state: YamsState, hand: Hand) -> HandView:
        """What it is, or else its sum."""
        fits = (name for name in NAMED if name in self._sheet.points and self._sheet.points[name](hand))
        found = next(fits, None) if state.heat.kind == ROUND else None
        name = TEXTS[found] if found else say("{n} pip", "{n} pips", n=sum(hand))
        return HandView(tuple(sorted(hand, reverse=True)), name)

    def phase(self, state: YamsState) -> Text:
        """Which round it is."""
        if state.heats and state.heat.kind == BEST:
            return say("They throw for it")
        return say("Round {n} of {all}", n=max(1, state.round), all=len(self._sheet.boxes))

    def stake(self, state: YamsState) -> Text | None:
        """How near the bonus is."""
        if state.turn is None or not self._sheet.goal or state.heat.kind != ROUND:
            return None
        have = self._sheet.upper(state.sheets[state.turn.seat])
        return say("Upper boxes: {have} of {goal}", have=have, goal=self._sheet.goal)

    def sheet(self, state: YamsState) -> tuple[SheetLine, ...]:
        """Every box; under the upper ones their sum and bonus, under the lower ones the hundreds, and the totals."""
        sheet, turn = self._sheet, state.turn
        lying = turn is not None and not turn.throwing and state.heat.kind == ROUND
        brought = {offer.name: offer.points for offer in self.offers(state)} if lying else {}
        columns = list(zip(*state.sheets, strict=True))
        lines = [
            SheetLine(TEXTS[name], cells, name, brought.get(name))
            for name, cells in zip(sheet.boxes, columns, strict=True)
        ]
        uppers = [sheet.upper(column) for column in state.sheets]
        sums = [SheetLine(say("Upper"), tuple(uppers), goal=sheet.goal or None)]
        if sheet.goal:
            bonus = tuple(sheet.bonus if upper >= sheet.goal else None for upper in uppers)
            sums.append(SheetLine(say("Bonus"), bonus))
        hundreds = tuple(sheet.extra * count or None for count in state.hundreds)
        extra = [SheetLine(say("More yams"), hundreds)] if sheet.extra else []
        return (*lines[: len(UPPER)], *sums, *lines[len(UPPER) :], *extra, SheetLine(say("Total"), state.counts))
