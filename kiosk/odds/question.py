"""Questions about odds as the command asks them: makes a state of the game of dice and circumstances in words."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kiosk.games.aims import Aim, Bank, Contest, Race, Score, Sheet, Ties
from kiosk.games.game import Game
from kiosk.games.state import Hand, Heat, Made, Turn, tidy
from kiosk.odds.advice import Advice, Matter, Number, Option
from kiosk.odds.bank import Risk
from kiosk.odds.odds import Odds, begun
from kiosk.odds.turns import allowance

TIES = ("win", "half", "lose")


class QuestionError(ValueError):
    """A question that makes no sense for this game; the message is one English sentence."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a turn; a field that is None is as the rules have it.

    The fields are the options of `dice-table odds`, whose --help explains them. If there are several players, the one
    asked about comes first.
    """

    dice: str | None = None
    phase: str | None = None
    players: int | None = None
    whole: bool = False
    rolls: int | None = None
    rolls_left: int | None = None
    to_beat: str | None = None
    target: str | None = None
    at_least: str | None = None
    opponent: str | None = None
    tie: str | None = None
    at_stake: int | None = None
    points: tuple[int, ...] = ()
    filled: tuple[tuple[str, int], ...] = ()
    tokens: tuple[int, ...] = ()


def answer(game: Game[Any], question: Question) -> Advice:
    """The exact odds."""
    kind, allowed = _kind(game, question)
    aim = game.aim(begun(game, 2, kind))
    if aim is None:
        raise QuestionError(f"{game.name} does not say what its turns are played for, so there are no odds.")
    _check(game, question, aim)
    if isinstance(aim, Bank):
        return _bank(game, question, kind)
    dice = _hand(game, question.dice)
    if question.target:
        target = _hand(game, question.target)
        asked: Aim | None = Score(lambda hand: int(tidy(hand) == target), chance=True)
        state = begun(game, 2, kind)
    elif question.at_least and isinstance(aim, Contest):
        asked = _at_least(aim, _hand(game, question.at_least), allowed)
        state = begun(game, 2, kind)
    elif isinstance(aim, Contest):
        state = _contest(game, question, kind, allowed)
        asked = None if question.tokens else _tied(replace(aim, stakes=None), question)
    else:
        asked = aim
        state = _race(game, question, aim, kind, dice) if isinstance(aim, Race) else begun(game, 2, kind)
        state = _filled(game, question, state)
    turn = _turn(game, question, dice, allowed, lying=isinstance(aim, Race))
    # With no throw left, such a hand is not asked what may stay, but how it is used.
    picks = isinstance(asked, Sheet) or (isinstance(asked, Contest) and asked.calls and not question.to_beat)
    if picks and turn.rolls == allowed:
        turn = replace(turn, picking=True)
    # The seat after those whose hands lie.
    state = replace(state, turn=replace(turn, seat=state.heat.seats[len(state.heat.hands)]))
    advice = Odds(game, len(state.heat.seats), exact=True, aim=asked).advice(state)
    if advice is None:
        raise QuestionError(f"A turn of {game.name} might go on for ever: it has no odds.")
    return advice


def _kind(game: Game[Any], question: Question) -> tuple[str, int | None]:
    """The kind of round that is meant, and its throws: the first one that allows as many as the question needs."""
    if question.phase is not None and question.phase not in game.kinds:
        raise QuestionError(f"{game.name} has the phases {', '.join(game.kinds)}, not {question.phase}.")
    kinds = game.kinds if question.phase is None else (question.phase,)
    throws = [(kind, allowance(game, begun(game, 2, kind), ())) for kind in kinds]
    if question.rolls is not None or question.rolls_left is not None:
        wanted = question.rolls or (question.rolls_left or 0) + 1
    else:
        wanted = 2 if question.dice or question.target or question.at_least else 1
    return next(((kind, number) for kind, number in throws if number is None or number >= wanted), throws[0])


def _check(game: Game[Any], asked: Question, aim: Aim) -> None:
    """Refuse circumstances that do not fit the game, or each other."""
    alone, bank, here = asked.target or asked.at_least, isinstance(aim, Bank), f"for {game.name}"
    contest, race = isinstance(aim, Contest) and not alone, isinstance(aim, Race) and not alone
    moves = contest and isinstance(aim, Contest) and aim.stakes and asked.tie is None
    one = "for the chance of one hand" if alone else f"{here}, which compares no hands of a round"
    for name, given, fits, why in (
        ("--at-least", asked.at_least, isinstance(aim, Contest), here),
        ("--at-least", asked.at_least, not asked.target, "beside --target"),
        ("--to-beat", asked.to_beat, contest, one),
        ("--round", asked.whole or None, contest, one),
        ("--players", asked.players, contest or (bank and not alone), one),
        ("--tie", asked.tie, contest, one),
        ("--opponent", asked.opponent, race, f"{here}: where hands are compared say --to-beat"),
        ("--at-stake", asked.at_stake, bank, f"{here}, whose points are never at stake"),
        ("--points", asked.points or None, bank, f"{here}, whose points are never at stake"),
        ("--tokens", asked.tokens or None, moves, "here: it asks for the match, where hands move tokens"),
        ("--filled", asked.filled or None, isinstance(aim, Sheet), f"{here}, which has no sheet"),
        ("--round", asked.whole or None, not (asked.dice or asked.to_beat), "with dice: leave out the dice"),
        ("--rolls", asked.rolls, not asked.dice, "with dice, as it counts from the turn's beginning: say --rolls-left"),
        ("--rolls-left", asked.rolls_left, asked.dice, "without the dice on the table: say --rolls"),
    ):
        if given is not None and not fits:
            raise QuestionError(f"{name} means nothing {why}.")
    if asked.tie is not None and asked.tie not in TIES:
        raise QuestionError(f"--tie is {', '.join(TIES)}, not {asked.tie}.")
    if asked.tie in {"win", "lose"} and (asked.players or 2) > 2:
        raise QuestionError("--tie win and --tie lose are for two players.")
    if asked.players is not None and asked.players not in game.seats:
        most = game.seats.stop - 1
        raise QuestionError(f"{game.name} is for {game.seats.start} to {most} players, not {asked.players}.")


def _hand(game: Game[Any], word: str | None) -> Hand | None:
    if word is None:
        return None
    if len(word) != game.dice or not set(word) <= set("123456"):
        example = "654321"[: game.dice]
        raise QuestionError(f"{word} is no hand of {game.name}: write its {game.dice} dice in one word, as {example}.")
    return tidy(map(int, word))


def _turn(game: Game[Any], question: Question, dice: Hand | None, allowed: int | None, *, lying: bool) -> Turn:
    """The turn as it stands, with as many throws left as were asked for.

    `lying`: the dice are those of the turn before, and nothing is thrown yet.
    """
    asked = question.rolls_left if dice else question.rolls
    name = "--rolls-left" if dice else "--rolls"
    begins = 1 if dice and not lying else 0
    if asked is None:
        made = begins
    elif allowed is None:
        raise QuestionError(f"{name} means nothing for {game.name}, which sets no number of throws.")
    elif not (0 if dice else 1) <= asked <= allowed - begins:
        left = f"{0 if dice else 1} to {allowed - begins}"
        raise QuestionError(f"{name} is {left} in this phase of {game.name}, not {asked}.")
    else:
        made = allowed - asked
    hand = dice or (1,) * game.dice
    return Turn(0, dice or (None,) * game.dice, throwing=dice is None, throws=(hand,) * made)


def _contest(game: Game[Any], question: Question, kind: str, allowed: int | None) -> Any:
    state = begun(game, question.players or max(2, len(question.tokens)), kind)
    to_beat = _hand(game, question.to_beat)
    if to_beat is not None:
        state = replace(state, heats=(replace(state.heat, made=(Made(to_beat, allowed or 1),)),))
    return _holding(game, question, state) if question.tokens else state


def _holding(game: Game[Any], question: Question, state: Any) -> Any:
    """The state with the tokens of the question in the players' hands, and the rest in the pot."""
    mine, *others = question.tokens
    counts = (others[0], mine, *others[1:]) if state.heat.hands and others else question.tokens
    pot = state.pot - sum(counts)
    if len(counts) != state.seats or min(counts) < 0 or pot < 0:
        raise QuestionError(f"--tokens are those of {state.seats} players, {state.pot} at most.")
    if pot > 0 and state.heat.kind != game.kinds[0]:
        raise QuestionError(f"Then {pot} of {state.pot} tokens are in the pot: all are held once it is empty.")
    return replace(state, counts=counts, pot=pot if state.heat.kind == game.kinds[0] else 0)


def _tied(aim: Contest, question: Question) -> Contest:
    if question.tie is None:
        return aim
    if question.tie == "half":
        return replace(aim, ties=Ties.LOT, void=False)
    # With a hand to beat the player asked about comes later than that hand; else first.
    later = (question.tie == "win") is (question.to_beat is not None)
    return replace(aim, ties=Ties.LATER if later else Ties.EARLIER, void=False)


def _at_least(aim: Contest, hand: Hand | None, allowed: int | None) -> Score:
    """The chance of this hand, however late, or a better one."""
    least = aim.of(Made(hand or (), allowed or 1))
    return Score(lambda made: int(aim.of(made) >= least), chance=True, made=True)


def _race(game: Game[Any], question: Question, aim: Race, kind: str, dice: Hand | None) -> Any:
    opponent = _hand(game, question.opponent)
    for hand in (dice, opponent):
        if hand and aim.there(hand):
            raise QuestionError(f"{''.join(map(str, hand))} has won already.")
    if opponent is None:
        return replace(begun(game, 2, kind), heats=(Heat(kind, (0,), game.dice),))
    lap = Heat(kind, (1, 0), game.dice, (Made(opponent),))
    return replace(begun(game, 2, kind), heats=(lap, Heat(kind, (0, 1), game.dice)))


def _filled(game: Game[Any], question: Question, state: Any) -> Any:
    boxes = dict(question.filled)
    if not boxes:
        return state
    known = [line.box for line in game.sheet(state) if line.box is not None]
    for box, points in question.filled:
        if box not in known or points < 0:
            raise QuestionError(f"{box}={points} is no box of {game.name} with its points: {', '.join(known)}.")
    if len(boxes) == len(known):
        raise QuestionError("Every box is filled: there is nothing left to throw for.")
    return game.filled(state, boxes)


def _bank(game: Game[Any], question: Question, kind: str) -> Advice:
    """Fewer dice than the game has are the throw after others were set aside."""
    if question.target or question.opponent or question.rolls or question.rolls_left:
        raise QuestionError(f"{game.name} is asked with dice, --at-stake, --points and --players alone.")
    players = question.players or max(2, len(question.points))
    if players not in game.seats or len(question.points) > players:
        raise QuestionError(f"{len(question.points)} players have points, which is too many for {game.name}.")
    state = begun(game, players, kind)
    state = replace(state, counts=(*question.points, *(0,) * (players - len(question.points))))
    if min(state.counts) < 0 or max(state.counts) >= game.number("target"):
        raise QuestionError(f"--points are 0 or more, and under the {game.number('target')} that win.")
    aim, word = game.aim(state), question.dice
    assert isinstance(aim, Bank)
    if word is not None and (len(word) not in range(1, game.dice + 1) or not set(word) <= set("123456")):
        raise QuestionError(f"{word} is no throw of {game.name}: write 1 to {game.dice} dice in one word.")
    if word and len(word) < game.dice and Risk(aim).steady:
        raise QuestionError(f"{game.name} always throws {game.dice} dice: {word} is no throw of it.")
    thrown = tuple(map(int, word or ""))
    aside = frozenset(range(1, game.dice - len(thrown) + 1)) if thrown else frozenset[int]()
    hand = (1,) * len(aside) + thrown
    turn = Turn(0, hand or (None,) * game.dice, kept=aside, throwing=not thrown, throws=(hand,) if thrown else ())
    advice = Odds(game, players).advice(replace(state, turn=replace(turn, at_stake=question.at_stake or 0)))
    assert advice is not None, "points at stake always have odds"
    return advice


def document(advice: Advice) -> dict[str, Any]:
    """The answer as `--json` prints it: every choice, best first; or the value, if there is nothing to choose."""
    if not advice.options:
        return {"value": _exact(advice.value), "decimal": round(float(advice.value), 12)}
    return {
        "choices": [
            {
                "keep": list(option.keep),
                "stop": option.stop,
                **({_uses(advice): option.offer.name} if option.offer else {}),
                "value": _exact(option.value),
                "decimal": round(float(option.value), 4 if isinstance(option.value, Fraction) else 12),
            }
            for option in advice.options
        ]
    }


LONGEST = 24
"""Fractions of more than 24 characters are shown as decimals: nobody can read them."""


def lines(advice: Advice) -> list[str]:
    """The answer as lines to read."""
    if not advice.options:
        return [f"{advice.matter}: {_readable(advice.value)}"]
    rows = [("", str(advice.matter)), *((_made(advice, option), _readable(option.value)) for option in advice.options)]
    width = max(len(what) for what, _ in rows)
    return [f"{what:{width}}  {value}" for what, value in rows]


def _uses(advice: Advice) -> str:
    """What is done with a hand: it is written into a sheet, or chosen what it is played for."""
    return "write" if advice.matter is Matter.TOTAL else "play"


def _made(advice: Advice, option: Option) -> str:
    keep = "".join(map(str, option.keep))
    if option.offer is not None:
        return f"{_uses(advice)} {option.offer.name} {option.offer.points}"
    return "end the turn" if option.stop else f"keep {keep}" if keep else "throw all"


def _exact(value: Number) -> str:
    return str(Fraction(value)) if isinstance(value, (Fraction, int)) else f"{value:.12f}"


def _readable(value: Number) -> str:
    exact = _exact(value)
    if not isinstance(value, Fraction):
        return exact
    return f"{float(value):.4f}  {exact}" if len(exact) <= LONGEST else f"{float(value):.12f}"
