"""Yams, also called Yahtzee: three rolls a turn, and each hand is written into one box of the player's sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from kiosk.games.aims import Sheet
from kiosk.games.core import HandView, Happening, Offer, OfferWords, SheetLine
from kiosk.games.families.score_sheet import TEXTS, UPPER, Column, ScoreSheet, drawn, plus_moins, taught, usual
from kiosk.games.lesson import Lesson
from kiosk.games.options import FIRST, JOINT, TIE, By, Preset, Rule, Switch, presets
from kiosk.games.rounds import Rounds
from kiosk.games.state import BEST, ROUND, Hand, Play, State, now, tidy
from kiosk.games.text import Text, say, seat_name

HANDS = 252
"""Five dice make 252 hands; only five alike have a rank, 1 of these, so that the screen celebrates them."""
ROLLS = 3
"""A turn has up to 3 throws."""


@dataclass(frozen=True, slots=True)
class YamsState(State):
    """Each seat's boxes, and how often it has earned the extra hundred; the counts are totals, bonuses included."""

    sheets: tuple[Column, ...] = ()
    hundreds: tuple[int, ...] = ()


class Yams(Rounds[YamsState]):
    """Thirteen boxes, each written once, for the highest total."""

    name = "yams"
    title = say("Yams")
    about = say("Five dice and a sheet of thirteen boxes; also for one alone")
    offer_words = OfferWords(say("Write"), say("Write {n} point: {box}", "Write {n} points: {box}"))
    dice = 5
    throws = ROLLS
    seats = range(1, 9)
    switches = (
        FIRST,
        Switch.of(
            "joker",
            say("Five alike once their box is filled"),
            forced=say("A joker, in the number's own box first"),
            free=say("A joker in any open box"),
            none=say("No joker"),
        ),
        Switch("extra_yams", say("Each further five alike"), {100: say("100 more"), 0: say("Nothing more")}),
        Switch("upper_bonus", say("Bonus for the upper boxes"), {35: say("As on the sheet"), 0: say("None")}),
        Switch.of(
            "equals",
            say("Three and four alike count"),
            all_five=say("All five dice"),
            only_equal=say("Only those alike"),
        ),
        Switch.of("sheet", say("The sheet"), thirteen=say("The usual"), plus_moins=say("With plus and minus")),
        Switch.of("final_tie", TIE, joint=JOINT, roll_off=say("They throw for it")),
    )
    presets = presets(
        yams=Preset(
            say("French sheet"), say("the sheet of French pads: no joker, nothing more"), joker="none", extra_yams=0
        ),
        yahtzee=Preset(say("Yahtzee"), say("from America: a joker, and 100 for each further five alike")),
        plus_moins=Preset(
            say("Plus and minus"),
            say("from French pads with plus above minus; full house, four and five alike add dice"),
            sheet="plus_moins",
            joker="none",
            extra_yams=0,
        ),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        say("Up to three throws; keep any dice, take any back. Write the hand into one open box, or 0 there."),
        By(
            "upper_bonus",
            {
                35: By.of(
                    "sheet",
                    thirteen=say("Upper boxes count the dice of their number; 63 or more together bring 35 more."),
                    plus_moins=say("Upper boxes count the dice of their number; 60 or more together bring 30 more."),
                )
            },
            say("Upper boxes count the dice of their number."),
        ),
        By.of(
            "sheet",
            thirteen=By.of(
                "equals",
                all_five=say("Three and four alike count all five dice; full house 25, straights 30 and 40, yams 50."),
                only_equal=say("Three and four alike count these dice; full house 25, straights 30 and 40, yams 50."),
            ),
            plus_moins=say("Full house 30, four alike 40, yams 50, each with its dice; straights 45 and 50."),
        ),
        By.of(
            "sheet",
            thirteen=By(
                "joker",
                {"none": None},
                say("Five alike are a joker once their box is filled: they count in full below."),
            ),
            plus_moins=say("Plus must be above minus; if not, the later written is 0."),
        ),
        By.of(
            "sheet",
            thirteen=By("extra_yams", {0: None}, say("Each five alike bring 100 more while their box holds 50.")),
            plus_moins=None,
        ),
        By.of(
            "final_tie",
            joint=say("After thirteen rounds the highest total wins; the tied win together."),
            roll_off=say("After thirteen rounds the highest total wins; the tied throw for it."),
        ),
    )

    @cached_property
    def _sheet(self) -> ScoreSheet:
        bonus = bool(self.options["upper_bonus"])
        if self.options["sheet"] == "plus_moins":
            return plus_moins(bonus=30 * bonus)
        joker, extra, every = str(self.options["joker"]), self.number("extra_yams"), self.options["equals"]
        return usual(bonus=35 * bonus, joker=joker, extra=extra, all_five=every == "all_five")

    def aim(self, state: YamsState) -> Sheet | None:
        if state.heat.kind != ROUND:
            return None
        sheet = self._sheet

        def stands(state: YamsState) -> tuple[int, int, int]:
            seat = now(state).seat
            return *sheet.stands(state.sheets[seat]), state.counts[seat]

        return Sheet(sheet.name, sheet.boxes, sheet.memories, ROLLS, stands, sheet.ways, sheet.brings, sheet.write)

    def new(self, seats: int) -> YamsState:
        column: Column = (None,) * len(self._sheet.boxes)
        return YamsState(seats, counts=(0,) * seats, sheets=(column,) * seats, hundreds=(0,) * seats)

    def offers(self, state: YamsState) -> tuple[Offer, ...]:
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
        sheet, seat, hand = self._sheet, now(play.state).seat, now(play.state).hand
        column, who = play.state.sheets[seat], seat_name(seat)
        open_, memory = sheet.stands(column)
        box, joker = sheet.boxes.index(offer.name), sheet.ways(open_, hand)[1]
        earned, _ = sheet.write(box, sheet.brings(box, hand, joker), memory)
        upper = sheet.upper(column) + offer.points * (offer.name in UPPER)
        bonus = sheet.bonus if sheet.goal and sheet.upper(column) < sheet.goal <= upper else 0
        # Told one by one: the points of the box, the hundred for five alike, the bonus.
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
        if play.state.heat.kind == ROUND and play.state.round < len(self._sheet.boxes):
            self.next_round(play, play.state.leader)
            return
        ahead = self.standing(play.state)[0]
        if len(ahead) > 1 and self.options["final_tie"] == "roll_off":
            winner = self.single(play, BEST, ahead, sum)
            if winner is None:
                return
            play.leave((winner,))  # places the winner before the others, whose totals are equal
        self.win(play)

    @cached_property
    def lesson(self) -> Lesson:
        return taught(self._sheet)

    def describe(self, state: YamsState, hand: Hand) -> HandView:
        name = self._sheet.called(hand) if state.heat.kind == ROUND else None
        rank, ranks = (1, HANDS) if name == TEXTS["yams"] else (None, None)
        dice = tidy(hand)
        return HandView(dice, name or say("{n} pip", "{n} pips", n=sum(hand)), rank=rank, ranks=ranks)

    def phase(self, state: YamsState) -> Text:
        if state.heats and state.heat.kind == BEST:
            return say("They throw for it")
        return say("Round {n} of {all}", n=max(1, state.round), all=len(self._sheet.boxes))

    def sought(self, state: YamsState) -> Text | None:
        if state.turn is None or state.turn.picking or state.heat.kind != ROUND:
            return None
        if not state.turn.throwing:
            best = max(self.offers(state), key=lambda offer: offer.points)
            return say("{box}: {n} point now", "{box}: {n} points now", box=best.text, n=best.points)
        if not self._sheet.goal:
            return None
        have = self._sheet.upper(state.sheets[state.turn.seat])
        return say("Upper boxes: {have} of {goal}", have=have, goal=self._sheet.goal)

    def filled(self, state: YamsState, boxes: Mapping[str, int]) -> YamsState:
        sheet = self._sheet
        column: Column = tuple(boxes.get(box) for box in sheet.boxes)
        bonus = sheet.bonus if sheet.goal and sheet.upper(column) >= sheet.goal else 0
        total = sum(boxes.values()) + bonus
        return replace(state, sheets=(column, *state.sheets[1:]), counts=(total, *state.counts[1:]))

    def sheet(self, state: YamsState) -> tuple[SheetLine, ...]:
        turn = state.turn
        lying = turn is not None and not turn.throwing and state.heat.kind == ROUND
        brought = {offer.name: offer.points for offer in self.offers(state)} if lying else {}
        return drawn(self._sheet, state.sheets, state.hundreds, state.counts, brought)
