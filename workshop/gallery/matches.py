"""Made-up matches as the screen is shown them: real games, their real sentences, dice from a simulated tray."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle
from typing import Any

from hardware.presses import KEEPS, Button
from kiosk.games.core import Action, Choice, Event, Keep, Over, Pick, Roll, Wait
from kiosk.games.game import Game
from kiosk.games.registry import game
from kiosk.games.text import Text, fill, say
from kiosk.match.seating import Player, course, payer
from kiosk.odds.odds import Odds
from kiosk.referee import picking as marking
from kiosk.referee import play_view, prompts
from kiosk.ruling import Ruling, RulingId
from kiosk.session import page
from kiosk.view import DieView, EndView, PickView, PlayView, SoftKey, SoftKeys, StandingView, TableView
from vision.types import DoubtKind, Image
from workshop.gallery import played
from workshop.gallery.filmed import box, cut_out, left_to_right

NAMES = ("Marcel", "Anne-Sophie", "Jo", "Bérénice", "Gaël", "Zoé", "Maximilien", "Tante Odette")


def players(count: int) -> tuple[Player, ...]:
    """The first `count` players."""
    return tuple(Player(name, colour) for colour, name in enumerate(NAMES[:count]))


def match(seats: int, actions: Sequence[Action], *, name: str = "le_421", first: int | None = 0) -> PlayView:
    """A match after these actions, as the screen is shown it, nothing on the tray."""
    rules_ = game(name)()
    state, events = after(rules_, seats, actions, first)
    view = rules_.view(state)
    notice = events[-1].text if events else None
    return PlayView(
        _title(rules_), view, players(seats), (), view.prompt, notice=notice, events=events, serial=len(actions)
    )


def _title(rules_: Game[Any]) -> Text:
    """As long as a match's title gets."""
    preset = rules_.presets[rules_.preset].title
    return say("{game} · {preset} · house rules", game=rules_.title, preset=preset)


def after(rules_: Game[Any], seats: int, actions: Sequence[Action], first: int | None) -> tuple[Any, tuple[Event, ...]]:
    """The state after these actions, and what the last one brought about."""
    state = rules_.start(seats, first)
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = rules_.apply(state, action)
    return state, events


CHARGE = (Roll((6, 3, 1)), Roll((5, 5, 5)), Roll((4, 3, 1)), Roll((6, 4, 2)))
"""A whole round of four; two tokens at most move."""


def charge() -> PlayView:
    """In the second round, two have thrown."""
    return match(4, [*CHARGE, Roll((4, 4, 2)), Roll((2, 2, 1))])


def tokens_move() -> PlayView:
    """A round has just ended: tokens are on their way from the pot, its dice still lie there."""
    actions = [*CHARGE, Roll((4, 4, 2)), Roll((2, 2, 1)), Roll((6, 6, 1)), Roll((5, 5, 5))]
    play = match(4, actions)
    return replace(play, dice=dice((5, 5, 5)), last_hand=(2, hand_of(5, 5, 5)))


def hand_of(*values: int) -> Any:  # the games' own view of a hand
    """What 421 calls these dice."""
    rules_ = game("le_421")(None, {"charge_rolls": 3})
    state, _ = after(rules_, 2, [Roll(values)], 0)
    return rules_.view(state).named


@cache
def _discharge(seats: int) -> tuple[Action, ...]:
    """Rounds of the charge until the pot is empty: everybody throws, the unluckier ones the worse."""
    rules_ = game("le_421")()
    throws = cycle(
        [Roll((5, 5, 5)), Roll((6, 3, 2)), Roll((6, 5, 3)), Roll((4, 4, 2)), Roll((2, 2, 1)), Roll((6, 6, 2))]
    )
    state, actions = rules_.start(seats, 0), []
    while rules_.view(state).pot:
        actions.append(next(throws))
        state, _ = rules_.apply(state, actions[-1])
    return tuple(actions)


def choice(seats: int = 4) -> PlayView:
    """The décharge: two dice are kept after the second throw."""
    actions = [*_discharge(seats), Roll((6, 4, 2)), Keep(frozenset({2, 3})), Roll((1,))]
    play = match(seats, actions)
    return replace(
        play,
        dice=dice(left_to_right(), kept=(4, 2)),
        prompt=prompts.sentence(Ruling(RulingId.THROW_REST_OR_END, count=1)) or play.prompt,
    )


def next_throw() -> PlayView:
    """The next in turn is about to throw: the odds stand beside the hand before."""
    rules_ = game("le_421")()
    state, _ = after(rules_, 4, CHARGE[:1], 0)
    advice = Odds(rules_, 4).advice(state)
    assert advice is not None
    play = match(4, CHARGE[:1])
    return replace(play, dice=dice((6, 3, 1)), last_hand=(0, hand_of(6, 3, 1)), odds=advice.line())


def coached() -> PlayView:
    """The first throw of a turn in the décharge, with its odds and what the coach thinks."""
    rules_ = game("le_421")()
    actions = [*_discharge(4), Roll((6, 4, 2))]
    state, _ = after(rules_, 4, actions, 0)
    advice = Odds(rules_, 4).advice(state)
    assert advice is not None
    play = replace(match(4, actions), dice=dice((6, 4, 2)))
    return replace(play, odds=advice.line(), coach=advice.coach())


def trouble() -> PlayView:
    """A die leans."""
    play = choice()
    at = left_to_right().index(2)
    unclear = tuple(replace(die, value=None) if die.value == 2 else die for die in play.dice)
    return replace(
        play,
        dice=tuple(replace(die, corrected=die.value == 1) for die in unclear),
        prompt=prompts.sentence(Ruling(RulingId.DOUBT, doubt=DoubtKind.COCKED, number=at + 1)) or play.prompt,
        warning=True,
        trouble=(box(2),),
    )


def playing(play: PlayView, *, alert: Text | None = None, camera: Image | None = None) -> TableView:
    """Somebody chooses, and may stop: a key for each die, as it is marked."""
    dice_ = ((die.button, SoftKey(play_view.KEPT if die.kept else play_view.KEEP, lit=die.kept)) for die in play.dice)
    keys: SoftKeys = {KEEPS[button - 1]: key for button, key in dice_ if button is not None}
    more = {Button.END: SoftKey(play_view.END_TURN, lit=True), Button.MENU: SoftKey(page.MENU)}
    return TableView(play, {**keys, **more}, alert, camera)


def of_game(
    name: str, seats: int = 4, preset: str | None = None, wanted: Callable[[Any, Choice], bool] | None = None
) -> TableView:
    """Any game, where it has something to choose, as `wanted`; its dice lie on the tray."""
    state, events, serial = played.midway(name, seats, preset, wanted)
    rules_ = game(name)(preset)
    wait = rules_.waits(state)
    assert isinstance(wait, Choice)
    view = playing(_grouped(shown(rules_, state, seats, events, serial), wait))
    if wait.groups:
        pressed = {KEEPS[place]: SoftKey(group.words[0]) for place, group in enumerate(wait.groups)}
        plain = {Button.MENU: view.keys[Button.MENU]} | ({Button.END: view.keys[Button.END]} if wait.may_stop else {})
        return replace(view, keys=plain | pressed)
    may_stay = frozenset[int]().union(*wait.keeps)
    fixed = {KEEPS[n - 1] for n in range(1, rules_.dice + 1) if n not in may_stay}
    fixed |= set() if wait.may_stop else {Button.END}
    return replace(view, keys={button: key for button, key in view.keys.items() if button not in fixed})


def picking(name: str, seats: int, round_: int = 9, *, preset: str | None = None) -> TableView:
    """A game with a score sheet: the hand stands, and a box is chosen; the mark is on the second best."""
    rules_ = game(name)(preset)

    def seen(state: Any, wait: Wait, _: tuple[Event, ...]) -> bool:
        return isinstance(wait, Pick) and rules_.view(state).round >= round_ and wait.seat == seats // 2

    actions, state, events = played.until(rules_, seats, seen)
    wait = rules_.waits(state)
    assert isinstance(wait, Pick)
    best = sorted(wait.options, key=lambda offer: -offer.points)[:3]
    play = shown(rules_, state, seats, events, len(actions))
    play = replace(play, pick=PickView(best[1].name, tuple(offer.name for offer in best)))
    before, after = marking.ON_THE_SHEET if play.game.sheet else marking.BESIDE
    keys = {Button.END: SoftKey(rules_.offer_words.key, lit=True), Button.MENU: SoftKey(marking.TO_THE_DICE)}
    if len(wait.options) > len(marking.BEST):
        keys |= {Button.KEEP_1: SoftKey(before), Button.KEEP_2: SoftKey(after)}
    jumps = {
        button: SoftKey(offer.text, lit=offer is best[1]) for button, offer in zip(marking.BEST, best, strict=False)
    }
    offered = fill(rules_.offer_words.line, n=best[1].points, box=best[1].text)
    return TableView(replace(play, prompt=offered), {**keys, **jumps})


def _grouped(play: PlayView, wait: Choice) -> PlayView:
    """With the buttons of the groups that dice belong to, where there are groups."""
    if not wait.groups:
        return play
    of_slot = {slot: place for place, group in enumerate(wait.groups, 1) for slot in group.steps[-1]}
    return replace(play, dice=tuple(replace(die, button=of_slot.get(slot)) for slot, die in enumerate(play.dice, 1)))


def shown(rules_: Game[Any], state: Any, seats: int, events: tuple[Event, ...], serial: int) -> PlayView:
    """A state as the screen is shown it, its dice on the tray."""
    view = rules_.view(state)
    ended = next(((event.seat, event.hand) for event in events if event.hand is not None), None)
    last = (ended[0], ended[1]) if ended is not None and ended[0] is not None and ended[1] is not None else None
    values = [value for value in view.hand if value is not None] or list(last[1].dice if last is not None else ())
    lying = tuple(
        replace(die, colour=COLOURS[serial % len(COLOURS)], kept=number in view.kept)
        for number, die in enumerate(dice(values), 1)
    )
    notice = events[-1].text if events else None
    return PlayView(
        _title(rules_),
        view,
        players(seats),
        lying,
        view.prompt,
        notice=notice,
        events=events,
        serial=serial,
        last_hand=last if view.named is None else None,
    )


COLOURS = ((40, 40, 190), (170, 90, 40), (200, 215, 225), (50, 130, 60), (38, 34, 34))
"""Dice as bars have them, BGR: red, blue, ivory, green, black."""


def standing(name: str, seats: int) -> StandingView:
    """How a match stands after two thirds of its actions."""
    actions, _ = played.whole(name, seats)
    rules_, some = played.short(name), actions[: len(actions) * 2 // 3]
    told = course(rules_, played.states(rules_, seats, some))
    return StandingView(players(seats), told)


def end(seats: int, name: str = "le_421") -> EndView:
    """A match is over."""
    actions, state = played.whole(name, seats)
    rules_ = played.short(name)
    wait = rules_.waits(state)
    order = wait.standing if isinstance(wait, Over) else ()
    summary = say("{n} die was corrected by hand", "{n} dice were corrected by hand", n=2)
    told = course(rules_, played.states(rules_, seats, actions))
    play = shown(rules_, state, seats, after(rules_, seats, actions, 0)[1], len(actions))
    return EndView(play, order, told, summary, payer(order))


def half_house(seats: int) -> tuple[Player, ...]:
    """Players of whom the house plays every second."""
    return tuple(replace(player, house=bool(seat % 2)) for seat, player in enumerate(players(seats)))


def dice(values: Sequence[int], kept: Sequence[int] = ()) -> tuple[DieView, ...]:
    """Dice on the tray, left to right; `kept` are values."""
    return tuple(
        DieView(value, cut_out(value), kept=value in kept, button=number if number <= len(KEEPS) else None)
        for number, value in enumerate(values, 1)
    )
