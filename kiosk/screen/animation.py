"""What moves: tokens from hand to hand one by one. Time is given, never asked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from kiosk.games.core import Event, GameView, Happening
from kiosk.screen.drawing import theme


@dataclass(frozen=True, slots=True)
class TokenPlaces:
    """How many tokens lie where; None where the game has none."""

    pot: int | None
    seats: tuple[int | None, ...]

    @property
    def total(self) -> int:
        """All there are, so that the pot's piles are made for the most that can lie there."""
        return (self.pot or 0) + sum(held or 0 for held in self.seats)

    @property
    def most_held(self) -> int:
        """What the richest seat has."""
        return max((held or 0 for held in self.seats), default=0)

    def moved(self, place: int | None, amount: int) -> TokenPlaces:
        """The same with more or fewer at a seat, or in the pot (None)."""
        if place is None:
            return TokenPlaces((self.pot or 0) + amount, self.seats)
        seats = tuple((held or 0) + amount if seat == place else held for seat, held in enumerate(self.seats))
        return TokenPlaces(self.pot, seats)

    @property
    def possible(self) -> bool:
        """Whether nobody holds less than nothing."""
        return (self.pot or 0) >= 0 and all((held or 0) >= 0 for held in self.seats)


def tokens_of(game: GameView) -> TokenPlaces:
    """Where the tokens lie in a state."""
    return TokenPlaces(game.pot, tuple(seat.tokens for seat in game.seats))


@dataclass(frozen=True, slots=True)
class Flight:
    """One token on its way: from a seat or the pot (None) to another, its place in either pile, and when it starts."""

    source: int | None
    target: int | None
    source_place: int
    target_place: int
    start: float

    @property
    def end(self) -> float:
        """When it lands."""
        return self.start + theme.TOKEN_FLIGHT


@dataclass(frozen=True, slots=True)
class Slide:
    """The tokens that the last action moved: `before` it, then one after the other."""

    before: TokenPlaces
    flights: tuple[Flight, ...]

    @property
    def end(self) -> float:
        """When the last token lands; 0 if none flies."""
        return self.flights[-1].end if self.flights else 0.0

    def running(self, now: float) -> bool:
        """Whether a token is still to land."""
        return bool(self.flights) and now < self.end

    def landed(self, now: float) -> int:
        """How many tokens have arrived."""
        return sum(now >= flight.end for flight in self.flights)

    def lying(self, now: float) -> TokenPlaces:
        """The tokens that lie still: those in the air are nowhere."""
        lying = self.before
        for flight in self.flights:
            if now >= flight.start:
                lying = lying.moved(flight.source, -1)
            if now >= flight.end:
                lying = lying.moved(flight.target, 1)
        return lying

    def flying(self, now: float) -> list[tuple[Flight, float]]:
        """The tokens in the air, each with the share 0…1 of its way, eased in and out."""
        shares = ((flight, (now - flight.start) / theme.TOKEN_FLIGHT) for flight in self.flights)
        return [(flight, share * share * (3 - 2 * share)) for flight, share in shares if 0 <= share < 1]


def slide(after: GameView, events: tuple[Event, ...], now: float) -> Slide:
    """The slide that leads to `after`; none if the events do not say how."""
    end = tokens_of(after)
    moves = [event for event in events if event.what is Happening.TOKENS and event.amount > 0]
    before = end
    for event in reversed(moves):
        before = before.moved(event.seat, -event.amount).moved(event.source, event.amount)
    if not before.possible:
        return Slide(end, ())
    lying, flights, number = before, [], count()
    for event in moves:
        for _ in range(event.amount):
            source = _at(lying, event.source) - 1
            lying = lying.moved(event.source, -1)
            target = _at(lying, event.seat)
            lying = lying.moved(event.seat, 1)
            start = now + next(number) * theme.TOKEN_GAP
            flights.append(Flight(event.source, event.seat, source, target, start))
    return Slide(before, tuple(flights))


def _at(tokens: TokenPlaces, place: int | None) -> int:
    return (tokens.pot if place is None else tokens.seats[place]) or 0
