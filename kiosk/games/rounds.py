"""The flow all games share: seats take turns, hands are compared, ties are broken. A game answers what differs."""

from collections.abc import Callable
from dataclasses import replace

from kiosk.games.core import (
    Action,
    Carry,
    Choice,
    Choose,
    Draw,
    Event,
    Happening,
    IllegalActionError,
    Keep,
    Lead,
    Leave,
    Offer,
    Over,
    Pick,
    Return,
    Roll,
    Stop,
    Throw,
    Turned,
)
from kiosk.games.game import Game
from kiosk.games.options import OptionError
from kiosk.games.state import ROLL_OFF, ROUND, Hand, Heat, Key, Play, S, Turn, now
from kiosk.games.text import NUMBERS, Text, fill, say, seat_name, written


class Rounds(Game[S]):
    """A game of rounds: turns are taken, hands compared, ties broken. What it is asked stands in `game.py`."""

    # --- how it begins ---

    def begin(self, play: Play[S]) -> None:
        """Begin to find out who leads first, by a roll-off. If no heat is begun, the table waits for a draw."""
        if self.options["first"] != "seat":
            self.heat(play, ROLL_OFF, play.state.playing)

    def open(self, play: Play[S]) -> None:
        """The leader is known: start to play."""
        self.next_round(play, play.state.leader, self.kinds[0])

    # --- steps for games ---

    def lead(self, play: Play[S], seat: int) -> None:
        play.set(leader=seat, heats=())
        play.tell(Happening.LEADS, say("{seat} leads", seat=seat_name(seat)), seat)
        self.open(play)

    def next_round(
        self,
        play: Play[S],
        leader: int,
        kind: str = ROUND,
        seats: tuple[int, ...] | None = None,
        after: tuple[Heat, ...] = (),
    ) -> None:
        """Begin the next round; `seats`: these alone play; `after`: earlier heats to keep, whose hands still count."""
        order = tuple(seat for seat in play.state.order(leader) if seats is None or seat in seats)
        play.set(round=play.state.round + 1, leader=order[0], heats=after)
        self.heat(play, kind, order)

    def heat(self, play: Play[S], kind: str, seats: tuple[int, ...], dice: int | None = None) -> None:
        play.set(heats=(*play.state.heats, Heat(kind, seats, dice or self.dice)))
        self._next_turn(play)

    def single(self, play: Play[S], kind: str, tied: tuple[int, ...], key: Key) -> int | None:
        """The seat of `tied` that has won the tie-breaks of this kind.

        None: they are still tied, so another tie-break was begun, after which `settle` is called again.
        """
        # Tie-breaks played before stand behind the first heat: each leaves fewer seats tied.
        for heat in play.state.heats[1:]:
            if heat.kind == kind:
                tied = heat.top(key)
        if len(tied) == 1:
            return tied[0]
        play.tell(Happening.TIE, say("{n} are tied: they throw again", n=len(tied)))
        self.heat(play, kind, tied)
        return None

    def point(self, play: Play[S], kind: str, key: Key) -> int | None:
        """The highest hand of the round takes a point: whose it is; None: a tie-break of this kind was begun."""
        winner = self.single(play, kind, play.state.heats[0].top(key), key)
        if winner is not None:
            play.score(winner, 1, say("{seat} wins the round", seat=seat_name(winner)))
        return winner

    def beat(self, state: S, first: Text, beat: Text, key: Key) -> Text:
        """What is sought: `first` before a hand lies, then `beat` the one that is highest by `key`."""
        hands = state.heat.hands
        return fill(beat, hand=self.describe(state, max(hands, key=key)).name) if hands else first

    def win(self, play: Play[S]) -> None:
        winners = self.standing(play.state)[0]
        if len(winners) == 1:
            play.finish(say("{seat} wins the match", seat=seat_name(winners[0])), winners[0])
        else:
            play.finish(say("{n} players win the match together", n=len(winners)))

    def lost_by(self, play: Play[S], *seats: int) -> None:
        """End the match and name who lost; several lose it together."""
        if len(seats) == 1:
            play.finish(say("{seat} has lost the match", seat=seat_name(seats[0])), seats[0])
        else:
            play.finish(say("{names} have lost the match together", names=tuple(map(seat_name, seats))))

    def out(self, play: Play[S], seats: tuple[int, ...], text: Callable[[Text], Text]) -> None:
        """These seats are out together; `text` makes the sentence for each from its name."""
        play.leave(seats)
        for seat in seats:
            play.tell(Happening.OUT, text(seat_name(seat)), seat)

    def leads(self, hand: Hand) -> int:
        """How good a throw of the roll-off is: the seat with the highest leads."""
        return -sum(hand) if self.lowest_leads else sum(hand)

    # --- the flow ---

    def start(self, seats: int, first: int | None = None) -> S:
        if seats not in self.seats:
            few, most = self.seats.start, self.seats.stop - 1
            players = f"{few} to {most} players" if few < most else f"{few} players by these house rules"
            raise OptionError(f"{self.name} is for {players}, not {seats}.")
        if first is not None and first not in range(seats):
            raise OptionError(f"Seat {first} cannot lead {seats} players.")
        play = Play(self.new(seats))
        if first is None and seats > 1:
            self.begin(play)
        else:
            self.lead(play, first or 0)
        return play.state

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        play = Play(state)
        wait = self.waits(state)
        match action, wait:
            case _, Over():
                raise IllegalActionError(say("The match is over"))
            case Leave(seat), _:
                self._leave(play, seat)
            case Return(seat), _:
                self._return(play, seat)
            case Carry(counts), _:
                self._carry(play, counts)
            case Roll(values), Throw(_, slots):
                if len(values) != len(slots):
                    raise IllegalActionError(say("Throw {n} die", "Throw {n} dice", n=len(slots)))
                if not all(value in range(1, 7) for value in values):
                    raise IllegalActionError(say("A die shows 1 to 6"))
                self._roll(play, dict(zip(slots, values, strict=True)))
            case Keep(slots), Choice(_, keeps):
                if slots not in keeps:
                    raise IllegalActionError(self._why_not(state, slots))
                self._keep(play, slots)
            case Turned(slots), Choice(turns=turns):
                if slots not in turns:
                    raise IllegalActionError(say("Of sixes that fell together one may be turned, and one is thrown"))
                self._turn(play, slots)
            case Stop(), Choice(may_stop=may_stop):
                if not may_stop:
                    raise IllegalActionError(self.unfinished(state))
                self._end_turn(play)
            case Choose(option), Pick() as pick:
                offer = pick.offer(option)
                if offer is None:
                    raise IllegalActionError(say("This is not open to you"))
                self._close_turn(play, offer)
            case Lead(seat), Draw(seats):
                if seat not in seats:
                    raise IllegalActionError(say("This player cannot lead"))
                self.lead(play, seat)
            case _, Pick():
                raise IllegalActionError(say("Choose first: what do the dice count for?"))
            case _, Choice():
                raise IllegalActionError(say("Choose first: which dice stay?"))
            case _, Throw(_, slots):
                raise IllegalActionError(say("Throw {n} die", "Throw {n} dice", n=len(slots)))
            case _:
                raise IllegalActionError(say("First: who leads?"))
        return play.state, tuple(play.events)

    def _leave(self, play: Play[S], seat: int) -> None:
        if seat in play.state.left or seat not in range(play.state.seats):
            raise IllegalActionError(say("This player is not at the table"))
        play.set(left=play.state.left | {seat})
        play.tell(Happening.SPECIAL, say("{seat} leaves, the house plays on", seat=seat_name(seat)), seat)

    def _return(self, play: Play[S], seat: int) -> None:
        if seat not in play.state.left:
            raise IllegalActionError(say("This player has not left"))
        play.set(left=play.state.left - {seat})
        play.tell(Happening.SPECIAL, say("{seat} is back", seat=seat_name(seat)), seat)

    def _carry(self, play: Play[S], counts: tuple[int, ...]) -> None:
        state = play.state
        fresh = self.newcomer(replace(state, seats=state.seats - 1)) is not None and state.round == 1
        if not fresh or len(counts) != state.seats:
            raise IllegalActionError(say("Nobody can join now"))
        last = state.seats - 1
        # Tokens of a new match that nobody holds here were lost in the match before: they lie in the pot.
        lost = state.pot + sum(state.counts) - sum(counts)
        play.set(counts=counts, pot=lost if self.tokens else state.pot)
        play.tell(Happening.SPECIAL, say("{seat} joins with {n}", seat=seat_name(last), n=counts[last]), last)

    def _roll(self, play: Play[S], thrown: dict[int, int]) -> None:
        turn = now(play.state)
        dice = tuple(thrown.get(slot, die) for slot, die in enumerate(turn.dice, 1))
        turn = replace(turn, dice=dice, throwing=False, turned=frozenset())
        play.set(turn=replace(turn, throws=(*turn.throws, turn.hand)))
        figures = NUMBERS if play.state.heat.kind == ROLL_OFF else self.figures  # pips decide who leads
        text = say("{seat} throws {dice}", seat=seat_name(turn.seat), dice=written(thrown.values(), figures))
        play.tell(Happening.ROLLED, text, turn.seat)
        if play.state.heat.kind != ROLL_OFF:
            self.rolled(play)
        self._go_on(play)

    def _turn(self, play: Play[S], slots: frozenset[int]) -> None:
        turn = now(play.state)
        play.set(turn=turn.turn(slots))
        text = say(
            "{seat} turns a six to a one", "{seat} turns {n} sixes to ones", seat=seat_name(turn.seat), n=len(slots)
        )
        play.tell(Happening.TURNED, text, turn.seat)
        self._go_on(play)

    def _next_turn(self, play: Play[S]) -> None:
        heat = play.state.heat
        seat = heat.seats[len(heat.hands)]
        play.set(turn=Turn(seat, self.opening(play.state, seat)))
        self._go_on(play)

    def _go_on(self, play: Play[S]) -> None:
        """Go on to what is possible with the dice that lie there: a choice, the next throw, or the end of the turn."""
        turn = now(play.state)
        if None in turn.dice:  # not thrown yet
            return
        keeps = self._open_keeps(play.state)
        if not keeps:
            self._end_turn(play)
        # Nobody is asked where there is only one thing to do.
        elif len(keeps) == 1 and not self._may_stop(play.state) and not self._open_turns(play.state):
            self._keep(play, next(iter(keeps)))
        else:
            play.set(turn=replace(turn, throwing=False))

    def _keep(self, play: Play[S], slots: frozenset[int]) -> None:
        self.keep_said(play, slots)
        play.set(turn=replace(now(play.state), kept=slots, throwing=True))

    def _end_turn(self, play: Play[S]) -> None:
        """The hand is final: ask what to use it for if there are several offers, else close the turn."""
        offers = () if play.state.heat.kind == ROLL_OFF else self.offers(play.state)
        if len(offers) > 1:
            play.set(turn=replace(now(play.state), throwing=False, picking=True))
        else:
            self._close_turn(play, *offers)

    def _close_turn(self, play: Play[S], offer: Offer | None = None) -> None:
        heat, turn = play.state.heat, now(play.state)
        made = turn.made if heat.kind == ROLL_OFF else turn.made._replace(points=self.brings(play.state, offer))
        hand = self._named(play.state, made, ended=True)
        text = say("{seat}: {hand}", seat=seat_name(turn.seat), hand=hand.name)
        play.tell(Happening.TURN_ENDED, text, turn.seat, hand=hand)
        if offer is not None:
            self.chosen(play, offer)
        heat = play.state.heat  # once more: `chosen` may have changed it
        play.set(heats=(*play.state.heats[:-1], replace(heat, made=(*heat.made, made))))
        rolling_off = heat.kind == ROLL_OFF
        if not rolling_off:
            self.turn_ended(play, made.points)
        if not (self.all_played(play.state) if rolling_off else self.decided(play.state)):
            self._next_turn(play)
        elif not rolling_off:
            self.settle(play)
        else:
            leader = self.single(play, ROLL_OFF, play.state.heats[0].top(self.leads), self.leads)
            if leader is not None:
                self.lead(play, leader)

    def _why_not(self, state: S, slots: frozenset[int]) -> Text:
        if slots == now(state).slots:
            return say("To keep them all, end your turn") if self.may_stop(state) else self.unfinished(state)
        if not slots <= now(state).slots:
            return say("There is no such die")
        return self.refusal(state, slots)
