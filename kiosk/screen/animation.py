"""What moves: tokens from hand to hand one by one. Time is given, never asked."""

from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.games.core import Event, GameView, Happening
from kiosk.screen.drawing import theme

Tokens = Mapping[int | None, int]
"""How many tokens lie with each seat, and in the pot (None); games without tokens or a pot leave these out."""


def tokens_of(game: GameView) -> Tokens:
    """Where the tokens lie in a state."""
    places = [(None, game.pot), *((place, seat.tokens) for place, seat in enumerate(game.seats))]
    return {place: count for place, count in places if count is not None}


def _moved(tokens: Tokens, source: int | None, target: int | None, amount: int) -> dict[int | None, int]:
    return {**tokens, source: tokens.get(source, 0) - amount, target: tokens.get(target, 0) + amount}


@dataclass(frozen=True, slots=True)
class Flight:
    """One token on its way from a seat or the pot (None) to another, with its place in either pile and its start."""

    source: int | None
    target: int | None
    source_place: int
    target_place: int
    start: float

    @property
    def end(self) -> float:
        return self.start + theme.TOKEN_FLIGHT


@dataclass(frozen=True, slots=True)
class Slide:
    """The tokens that the last action moved: `before` it, then one after the other."""

    before: Tokens
    flights: tuple[Flight, ...] = ()

    def running(self, now: float) -> bool:
        """Whether a token is still to land."""
        return bool(self.flights) and now < self.flights[-1].end

    def landed(self, now: float) -> int:
        return sum(now >= flight.end for flight in self.flights)

    def lying(self, now: float) -> Tokens:
        """The tokens that lie still; those in the air are counted nowhere."""
        lying = dict(self.before)
        for flight in self.flights:
            lying[flight.source] -= now >= flight.start
            lying[flight.target] = lying.get(flight.target, 0) + (now >= flight.end)
        return lying

    def flying(self, now: float) -> list[tuple[Flight, float]]:
        """The tokens in the air, each with the share 0…1 of its way, eased in and out."""
        shares = ((flight, (now - flight.start) / theme.TOKEN_FLIGHT) for flight in self.flights)
        # Smoothstep: slow at both ends, as a hand moves a token.
        return [(flight, share * share * (3 - 2 * share)) for flight, share in shares if 0 <= share < 1]


def slide(after: GameView, events: tuple[Event, ...], now: float) -> Slide:
    """The slide that leads to `after`; without flights if the events do not explain the counts."""
    # The events played backwards give what lay there before.
    end = before = tokens_of(after)
    moves = [event for event in events if event.what is Happening.TOKENS and event.amount > 0]
    for event in reversed(moves):
        before = _moved(before, event.seat, event.source, event.amount)
    if min(before.values(), default=0) < 0:
        return Slide(end)
    lying, flights = before, list[Flight]()
    for event in moves:
        for _ in range(event.amount):
            source, target = event.source, event.seat
            start = now + len(flights) * theme.TOKEN_GAP
            flights.append(Flight(source, target, lying[source] - 1, lying.get(target, 0), start))
            lying = _moved(lying, source, target, 1)
    return Slide(before, tuple(flights))
