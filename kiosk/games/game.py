"""The questions that a game answers, those it must and those whose usual answer it may change; and its view."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar, Generic, cast

from kiosk.games.aims import Aim
from kiosk.games.core import (
    IN_THE_POT,
    Action,
    Carry,
    Choice,
    DiceSet,
    Draw,
    Event,
    GameView,
    Group,
    HandView,
    Offer,
    OfferWords,
    Over,
    Pick,
    SeatView,
    SheetLine,
    Throw,
    Wait,
)
from kiosk.games.lesson import Lesson
from kiosk.games.options import OptionError, Preset, Rule, Switch, Value, told
from kiosk.games.state import ROLL_OFF, ROUND, Hand, Made, Play, S, State, now, tidy
from kiosk.games.text import NUMBERS, Figures, Text, say


class Game(ABC, Generic[S]):
    """One game with its house rules chosen; `S` is its frozen state. `Rounds` plays by the answers."""

    name: ClassVar[str]
    """Its name on the command line, such as le_421."""
    title: ClassVar[Text]
    about: ClassVar[Text]
    """One line for whoever chooses a game: what it is played with, and for what."""
    credit: ClassVar[Text | None] = None
    """Its author, where one must be named."""
    place: ClassVar[int] = 100
    """Its place in the menus: lower first, equals by name."""
    dice: int
    """How many dice a hand has; slots are 1…dice. A house rule may set it."""
    seats: range = range(2, 9)
    """How many may play; a house rule may allow fewer."""
    switches: ClassVar[tuple[Switch, ...]]
    presets: ClassVar[Mapping[str, Preset]]
    """By name; each sets the switches that differ from their first values. The first preset is the default."""
    held: Text = say("tokens")
    """What seats hold in a game that does not count points. A house rule may set it."""
    offer_words: ClassVar[OfferWords] = OfferWords(say("Take"), say("Take {n} point: {box}", "Take {n} points: {box}"))
    rules: ClassVar[tuple[Rule, ...]]
    """This game in six lines, seven with rare house rules."""
    kinds: ClassVar[tuple[str, ...]] = (ROUND,)
    """The kinds of heats that rounds begin with (such as charge, décharge), in the order of a match."""
    throws: ClassVar[int | None] = 1
    """The most throws of a turn; None: any number."""
    cap: ClassVar[str] = "none"
    """The value of the switch `cap` in a game without it: "leader" if nobody may throw more often than the leader."""
    refused: ClassVar[Text] = say("These dice may not stay")
    """The usual answer of `refusal`."""
    asks: ClassVar[Text] = say("Keep some and throw the rest, or end your turn")
    """The prompt where dice may stay and the turn may end."""
    fewest_first: ClassVar[bool] = False
    """Whether the fewest points or tokens are best."""
    carries: ClassVar[bool] = False
    """Whether somebody may join between two rounds: only if the counts are all that a round leaves behind."""
    pile: ClassVar[Text] = IN_THE_POT
    """Words for where the tokens are that nobody holds."""

    def __init__(self, preset: str | None = None, options: Mapping[str, Value] | None = None) -> None:
        self.preset = next(iter(self.presets)) if preset is None else preset
        if self.preset not in self.presets:
            raise OptionError(f"{self.name} has the presets {', '.join(self.presets)}, not {preset}.")
        known = {switch.name: switch for switch in self.switches}
        chosen = {name: switch.values[0] for name, switch in known.items()} | dict(self.presets[self.preset].values)
        for name, given in (options or {}).items():
            if name not in known:
                raise OptionError(f"{self.name} has the house rules {', '.join(known)}, not {name}.")
            chosen[name] = known[name].value(given)
        self.options: Mapping[str, Value] = MappingProxyType(chosen)

    @property
    def told(self) -> tuple[Text, ...]:
        return told(self.rules, self.options)

    @property
    def origin(self) -> Text:
        """Where these rules come from."""
        return say("These rules: {origin}", origin=self.presets[self.preset].about)

    @cached_property
    def lesson(self) -> Lesson:
        """What decides the game by the rules chosen, as pictures, and its words; empty: only the rules are shown."""
        return Lesson()

    @property
    def faces(self) -> tuple[Text, ...]:
        """The names of the six faces, from one pip to six, short enough for a die; empty if they are numbers."""
        return ()

    @property
    def figures(self) -> Figures:
        return NUMBERS

    @property
    def dice_set(self) -> DiceSet:
        """Whose dice they are."""
        return DiceSet.PASSED

    def number(self, name: str) -> int:
        return int(self.options[name])

    @property
    def tokens(self) -> bool:
        """Whether the counts are tokens, with a pot; otherwise points."""
        return False

    @property
    def lowest_leads(self) -> bool:
        """Whether the lowest throw of the roll-off leads; by most rules the highest does."""
        return False

    # --- how it is played: `Rounds` says it for all games ---

    @abstractmethod
    def start(self, seats: int, first: int | None = None) -> S:
        """The state before the first action; `first` leads without a roll-off (switch `first`: loser | seat)."""

    @abstractmethod
    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The next state and what happened; an `IllegalActionError` where the rules refuse it."""

    def newcomer(self, state: S) -> Carry | None:
        """What everybody would have if somebody joined now, with as many as the least; None if nobody may."""
        between = state.turn is not None and not state.turn.throws and not state.out
        rests = between and [(heat.kind, heat.hands) for heat in state.heats] == [(ROUND, ())]
        if not self.carries or not rests or state.seats + 1 not in self.seats:
            return None
        return Carry((*state.counts, min(state.counts)))

    # --- what a game answers ---

    @abstractmethod
    def settle(self, play: Play[S]) -> None:
        """The last heat is complete: compare its hands, pay, and begin the next heat or round, or end the match."""

    # --- what a game may answer otherwise ---

    def new(self, seats: int) -> S:
        """The state before anything is played: counts and pot. A game with its own class of state makes it here."""
        return cast("S", State(seats, counts=(0,) * seats))

    def standing(self, state: S) -> tuple[tuple[int, ...], ...]:
        """The places now, first to last, equals together: those who are out, the earliest first, then by counts."""
        return (*state.out, *state.ranked(lowest=self.fewest_first))

    def describe(self, state: S, hand: Hand) -> HandView:
        """A hand, named: its pips."""
        return HandView(tidy(hand), say("{n} pip", "{n} pips", n=sum(hand)))

    def describe_made(self, state: S, made: Made) -> HandView:
        """A hand, named, where its name depends on how it was made."""
        return self.describe(state, made.hand)

    def describe_turn(self, state: S, made: Made) -> HandView:
        """The hand of a turn that is over, named; by default as during the turn."""
        return self.describe_made(state, made)

    def opening(self, state: S, seat: int) -> tuple[int | None, ...]:
        """The dice that lie before a seat as its turn begins."""
        return (None,) * state.heat.dice

    def rolls_allowed(self, state: S) -> int | None:
        """The throws of this turn; None if the rules set no number. A tie-break has one."""
        if self.throws is None:
            return None
        return 1 if state.breaking_tie else self.capped(state, self.throws)

    def capped(self, state: S, most: int) -> int:
        """`most` throws, or fewer by the switch `cap`: as many as the leader, or as the player before, used."""
        used, cap = [made.rolls for made in state.heat.made], self.options.get("cap", self.cap)
        if not used or cap == "none":
            return most
        return used[0] if cap == "leader" else used[-1]

    def keeps(self, state: S) -> frozenset[frozenset[int]]:
        """The sets of slots that may stay while the others are thrown again."""
        slots = now(state).slots
        return frozenset(frozenset(some) for size in range(len(slots)) for some in combinations(slots, size))

    def may_stop(self, state: S) -> bool:
        return True

    def refusal(self, state: S, slots: frozenset[int]) -> Text:
        return self.refused

    def unfinished(self, state: S) -> Text:
        return say("You must throw again")

    def groups(self, state: S) -> tuple[Group, ...]:
        """The groups of dice that the KEEP buttons stand for, left to right; empty: one die each."""
        return ()

    def again(self, state: S) -> bool:
        """Whether all dice may be kept to throw them all again; `keeps` has the empty set then."""
        return False

    def turns_sixes(self, state: S) -> bool:
        """Whether one of several sixes of a throw may be turned to a one while a throw is left."""
        return False

    def rolled(self, play: Play[S]) -> None:
        """Called after each throw but those of the roll-off, for what happens at once."""

    def keep_said(self, play: Play[S], slots: frozenset[int]) -> None:
        """Called when these slots stay and the others will be thrown; the turn is still as the throw left it."""

    def brings(self, state: S, offer: Offer | None = None) -> int:
        """The points that the turn brings if it ends with the hand as it lies, used as `offer` says."""
        return 0

    def turn_ended(self, play: Play[S], points: int) -> None:
        """Called when the turn is over and brings these points; the turn is still as the last throw left it."""

    def offers(self, state: S) -> tuple[Offer, ...]:
        """What the hand may be used for when the turn ends; a single offer is taken without asking. Empty: nothing."""
        return ()

    def chosen(self, play: Play[S], offer: Offer) -> None:
        """Called when the hand is used for this offer, before the turn is over."""

    def filled(self, state: S, boxes: Mapping[str, int]) -> S:
        """The state with these boxes of the first seat's sheet written, with their points: for `dice-table odds`."""
        return state

    def sheet(self, state: S) -> tuple[SheetLine, ...]:
        return ()

    def aim(self, state: S) -> Aim | None:
        """What the turn is played for, for the odds; None: there are none. Not called in the roll-off."""
        return None

    @staticmethod
    def all_played(state: State) -> bool:
        return len(state.heat.hands) == len(state.heat.seats)

    def decided(self, state: S) -> bool:
        """Whether the last heat is complete. Not called in the roll-off, in which all throw."""
        return self.all_played(state)

    def phase(self, state: S) -> Text:
        return say("Round {n}", n=state.round)

    def sought(self, state: S) -> Text | None:
        """What the throw or the choice is for, in one short line. Not called in the roll-off."""
        return None

    def place_of(self, state: S, seat: int) -> int | None:
        if not state.over and seat in state.playing:
            return None
        place = 1
        for group in self.standing(state):
            if seat in group:
                return place
            place += len(group)
        return None

    def score_of(self, state: S, seat: int) -> int | None:
        return state.counts[seat]

    def title_of(self, state: S, seat: int) -> Text | None:
        return None

    # --- what the table waits for ---

    def waits(self, state: S) -> Wait:
        if state.over:
            return Over(self.standing(state))
        if state.turn is None:
            return Draw(state.playing)
        turn = state.turn
        if turn.throwing:
            return Throw(turn.seat, tuple(sorted(turn.slots - turn.kept)))
        if turn.picking:
            return Pick(turn.seat, self.offers(state))
        return Choice(
            turn.seat,
            self._open_keeps(state),
            self._may_stop(state),
            groups=self.groups(state),
            again=self.again(state),
            turns=self._open_turns(state),
        )

    def _rolls_allowed(self, state: S) -> int | None:
        return 1 if state.heat.kind == ROLL_OFF else self.rolls_allowed(state)

    def _named(self, state: S, made: Made, *, ended: bool) -> HandView:
        if state.heat.kind == ROLL_OFF:
            return Game.describe(self, state, made.hand)
        return self.describe_turn(state, made) if ended else self.describe_made(state, made)

    def _open_keeps(self, state: S) -> frozenset[frozenset[int]]:
        return frozenset() if self._last_throw(state) else frozenset(filter(now(state).lets_stay, self.keeps(state)))

    def _may_stop(self, state: S) -> bool:
        return not now(state).turned and self.may_stop(state)

    def _open_turns(self, state: S) -> frozenset[frozenset[int]]:
        if self._last_throw(state) or state.heat.kind == ROLL_OFF or not self.turns_sixes(state):
            return frozenset()
        return now(state).turns

    def _last_throw(self, state: S) -> bool:
        allowed = self._rolls_allowed(state)
        return allowed is not None and now(state).rolls >= allowed

    # --- the view ---

    def view(self, state: S) -> GameView:
        turn = state.turn
        rolling_off = bool(state.heats) and state.heat.kind == ROLL_OFF
        # The playing order is that of the round; tie-breaks have fewer seats.
        rounds = [heat for heat in state.heats if heat.kind == state.heats[0].kind]
        return GameView(
            phase=say("Roll-off") if rolling_off else self.phase(state),
            prompt=self.prompt(state),
            sought=None if rolling_off or state.over or not state.heats else self.sought(state),
            seat=turn.seat if turn else None,
            hand=turn.dice if turn else (),
            kept=turn.kept if turn and turn.throwing else frozenset(),
            rolls_used=turn.rolls if turn else 0,
            rolls_allowed=self._rolls_allowed(state) if turn else None,
            named=self._named(state, turn.made, ended=False) if turn and not turn.throwing else None,
            pot=state.pot if self.tokens else None,
            seats=tuple(self._seat_view(state, seat) for seat in range(state.seats)),
            order=rounds[-1].seats if rounds else state.playing,
            round=state.round,
            away=state.away,
            turns=max(map(len, self._open_turns(state)), default=0) if turn and not turn.throwing else 0,
            faces=() if rolling_off else self.faces,
            pile=self.pile if self.new(state.seats).pot else say("out of play"),
            sheet=self.sheet(state),
        )

    def prompt(self, state: S) -> Text:
        match self.waits(state):
            case Over():
                return say("The match is over")
            case Draw():
                return say("Who leads?")
            case Choice(may_stop=may_stop, turns=turns):
                if turns:
                    return say("Two sixes: turn one to a one? Turn it, then throw the other")
                if may_stop:
                    return self.asks
                return say("Choose what stays, and throw the rest")
            case Pick():
                return say("Choose what the dice count for")
            case Throw(slots=slots) if len(slots) < len(now(state).dice):
                return say("Throw the other die", "Throw the other {n} dice", n=len(slots))
            case Throw(slots=slots) if state.heat.kind == ROLL_OFF and self.lowest_leads:
                return say("Throw {n} die: the lowest leads", "Throw {n} dice: the lowest leads", n=len(slots))
            case Throw(slots=slots) if state.heat.kind == ROLL_OFF:
                return say("Throw {n} die: the highest leads", "Throw {n} dice: the highest leads", n=len(slots))
            case Throw(slots=slots) if state.breaking_tie:
                return say("Tie-break: throw {n} die", "Tie-break: throw all {n} dice", n=len(slots))
            case Throw(slots=slots):
                return say("Throw the die", "Throw all {n} dice", n=len(slots))

    def _seat_view(self, state: S, seat: int) -> SeatView:
        ended = next((heat for heat in reversed(state.heats) if heat.hand(seat) is not None), None)
        made = None if ended is None else ended.made_by(seat)
        return SeatView(
            score=None if self.tokens else self.score_of(state, seat),
            tokens=state.counts[seat] if self.tokens else None,
            hand=self._named(state, made, ended=True) if made else None,
            playing=not state.over and bool(state.heats) and seat in state.heat.seats,
            out=seat not in state.playing,
            place=self.place_of(state, seat),
            title=self.title_of(state, seat),
        )
