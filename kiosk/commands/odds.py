"""`dice-table odds`: what each choice is worth."""

from typing import Annotated

import typer

from kiosk.commands.base import Failure, app, as_document, house_rules, in_a_sentence


@app.command()
@in_a_sentence
def odds(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name; a wrong one lists them all.")],
    dice: Annotated[str | None, typer.Argument(metavar="DICE", help="The dice on the table in one word: 425.")] = None,
    *,
    preset: Annotated[str | None, typer.Option(help="The house rules to play by.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="One house rule; repeatable.")] = None,
    phase: Annotated[str | None, typer.Option(help="The phase of the match, say decharge.")] = None,
    rolls_left: Annotated[int | None, typer.Option(metavar="N", help="Throws left, with dice on the table.")] = None,
    rolls: Annotated[int | None, typer.Option(metavar="N", help="Throws in the turn, before the first.")] = None,
    to_beat: Annotated[str | None, typer.Option(metavar="DICE", help="The hand that lies already.")] = None,
    target: Annotated[str | None, typer.Option(metavar="DICE", help="The one hand that is wanted.")] = None,
    at_least: Annotated[str | None, typer.Option(metavar="DICE", help="This hand is wanted, or a better one.")] = None,
    opponent: Annotated[str | None, typer.Option(metavar="DICE", help="The other's hand, in a race.")] = None,
    tie: Annotated[str | None, typer.Option(help="An equal hand counts: win, half or lose; else by the rules.")] = None,
    at_stake: Annotated[int | None, typer.Option(metavar="N", help="Points at stake before these dice.")] = None,
    points: Annotated[
        tuple[int, int] | None, typer.Option(metavar="MINE OTHERS", help="Points that both have banked.")
    ] = None,
    also: Annotated[
        list[int] | None, typer.Option(metavar="N", help="Points of one more player, in playing order; repeatable.")
    ] = None,
    filled: Annotated[
        list[str] | None, typer.Option(metavar="BOX=POINTS", help="One box of the sheet that is written; repeatable.")
    ] = None,
    tokens: Annotated[
        str | None, typer.Option(metavar="N,N", help="Tokens of all players, the asked one first; the match matters.")
    ] = None,
    whole: Annotated[bool, typer.Option("--round", help="A whole round, for the player who leads it.")] = False,
    players: Annotated[int | None, typer.Option(metavar="N", help="Players of the round; 2 unless said.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Tell exactly what each choice is worth, best first."""
    from kiosk.games.registry import game as known
    from kiosk.odds.question import Question, answer, document, lines

    rules = known(game)(preset, house_rules(option))
    banked, written = (*(points or ()), *(also or ())), tuple(map(_written, filled or ()))
    asked = Question(
        dice,
        phase,
        players,
        whole,
        rolls,
        rolls_left,
        to_beat,
        target,
        at_least,
        opponent,
        tie,
        at_stake,
        banked,
        written,
        _held(tokens),
    )
    advice = answer(rules, asked)
    print(as_document(document(advice)) if as_json else "\n".join(lines(advice)))


def _written(word: str) -> tuple[str, int]:
    box, _, points = word.partition("=")
    if not points.isdecimal():
        raise Failure(f"--filled is a box and its points, as six=18, not {word}.", 2)
    return box, int(points)


def _held(word: str | None) -> tuple[int, ...]:
    counts = (word or "").split(",") if word else []
    if not all(count.strip().isdecimal() for count in counts):
        raise Failure(f"--tokens are numbers with commas between them, as 3,18, not {word}.", 2)
    return tuple(map(int, counts))
