"""`dice-table play`: a match without a screen."""

from collections.abc import Sequence
from dataclasses import asdict
from math import nan
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import Failure, app, as_document, house_rules, in_a_sentence, settings_of
from kiosk.commands.options import LARGEST_SEED, Config
from kiosk.commands.progress import progress


@app.command()
@in_a_sentence
def play(
    *,
    game: Annotated[str, typer.Option(help="The game's name; a wrong one lists them all.")],
    headless: Annotated[bool, typer.Option("--headless", help="Without a screen: the only way for now.")] = False,
    preset: Annotated[str | None, typer.Option(help="The house rules to play by.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="One house rule; repeatable.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play; 3 unless said, or what the game is for.")] = None,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="The same seed, the same match.")] = 0,
    fault: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=CHANCE]",
            help="Something that goes wrong, and its chance with each throw; repeatable. A wrong one lists all.",
        ),
    ] = None,
    habits: Annotated[str, typer.Option(help="Who plays: sober, slow, hasty, clumsy or drunk guests.")] = "sober",
    calibrated: Annotated[
        bool, typer.Option("--calibrated", help="Teach the table its tray first, as on its own screen.")
    ] = False,
    turbo: Annotated[bool, typer.Option("--turbo", help="Step time instead of waiting for it.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    config: Config = None,
    data: Annotated[Path | None, typer.Option(help="A folder to keep it in, as --simulate does; else nowhere.")] = None,
) -> None:
    """Let simulated guests play one whole match through camera, reader, buttons and rules, and audit it."""
    if not headless:
        raise Failure("Matches on a screen are played with dice-table --simulate --auto; this one wants --headless.", 2)
    from kiosk.referee.keeping import Keeping
    from kiosk.simulation.headless import play_match

    settings = settings_of(config)
    with progress("playing") as told:
        result = play_match(
            game,
            preset or settings.presets.get(game),
            house_rules(option),
            players=players,
            seed=seed,
            turbo=turbo,
            keeping=Keeping(settings.keep),
            folder=data,
            habits=habits,
            calibrated=calibrated,
            faults=chances(fault or ()),
            onlooker=lambda *_: told(0, None),
        )
    if as_json:
        print(as_document(asdict(result)))
    else:
        print("  ".join(f"{place}. {' and '.join(names)}" for place, names in enumerate(result.standing, 1)))
        print(
            f"{result.throws} throws in {result.seconds} s; {result.prompts} prompts, {result.corrections} corrections"
        )
        for mismatch in result.mismatches:
            print(f"Mismatch: {mismatch}")
    if result.mismatches:
        raise SystemExit(1)


def chances(faults: Sequence[str]) -> dict[str, float]:
    """Names and chances as they are written on the command line: "drop", "drop=0.1"."""
    from kiosk.simulation.faults import OFTEN

    found = {}
    for fault in faults:
        name, said, chance = fault.partition("=")
        try:
            found[name] = float(chance) if said else OFTEN
        except ValueError:
            found[name] = nan
        if not 0 <= found[name] <= 1:
            raise Failure(f"--fault {fault}: write a chance between 0 and 1, as in {name}=0.1.", 2)
    return found
