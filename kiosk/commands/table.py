"""`dice-table` itself: the kiosk, on its screen or in a window."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiosk.commands.base import Failure, app, in_a_sentence, needs, typed
from kiosk.commands.options import LARGEST_SEED, Config, Lang

if TYPE_CHECKING:
    from kiosk.settings.config import Settings


def _print_version(asked: bool) -> None:
    if asked:
        from kiosk.appliance.machine import program_version

        print(f"dice-table {program_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
@in_a_sentence
def kiosk(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001  its callback answers, before any command begins
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    simulate: Annotated[bool, typer.Option("--simulate", help="Play in a window, with simulated dice.")] = False,
    auto: Annotated[bool, typer.Option("--auto", help="With --simulate: let simulated guests play.")] = False,
    lang: Lang = None,
    config: Config = None,
    size: Annotated[str | None, typer.Option(metavar="WxH", help="The window's size, say 1280x720.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=LARGEST_SEED, help="With --simulate: the same seed, the same dice.")
    ] = None,
) -> None:
    """Real dice on a bar table, a camera above, and the games played with them."""
    if context.invoked_subcommand is not None:
        sources = ((param.opts[0], context.get_parameter_source(str(param.name))) for param in context.command.params)
        if given := [name for name, source in sources if getattr(source, "name", "") == "COMMANDLINE"]:
            raise Failure(f"Write {' and '.join(given)} behind {context.invoked_subcommand}, not before it.", 2)
        return
    if (auto or seed is not None) and not simulate:
        raise Failure("--auto and --seed go with --simulate.", 2)
    window = None if size is None else size_of(size)
    if simulate:
        needs("simulate")
    from kiosk.screen.curtain import raise_curtain

    raise_curtain(window, fullscreen=not simulate and window is None)
    from kiosk.games.registry import left_out
    from kiosk.settings.config import usable_settings
    from kiosk.settings.mistakes import alert

    options: dict[str, Any] = {"language": lang, "screen.size": None if window is None else list(window)}
    settings, mistakes = usable_settings(config, options)
    for mistake in mistakes:
        print(mistake.sentence, file=sys.stderr)
    for sentence in left_out():
        print(sentence, file=sys.stderr)
    from kiosk.runtime.startup import open_kiosk
    from kiosk.screen.window import ScreenError

    try:
        open_kiosk(
            settings,
            simulate=simulate,
            auto=auto,
            seed=seed,
            windowed=window is not None,
            alert=alert(mistakes),
            file=config,
            said={name for name, value in options.items() if value is not None},
        )
    except ScreenError as error:
        if simulate:
            _play_here(settings, seed)
            return
        words = ["--simulate", *(() if config is None else ("--config", config))]
        raise Failure(f"{error} To see a match played in the terminal: {typed(*words)}") from error


def _play_here(settings: Settings, seed: int | None) -> None:
    """A simulated match in the terminal, where there is no display: a short one, as at a first start."""
    from kiosk.commands.terminal import play_here
    from kiosk.games.registry import INTRODUCTION

    seed = int(time.time()) if seed is None else seed
    presets = {INTRODUCTION[0]: INTRODUCTION[1], **settings.presets}
    play_here(settings.game, presets.get(settings.game), seed=seed, language=settings.language)


def size_of(text: str) -> tuple[int, int]:
    from kiosk.screen.curtain import LARGEST_SIZE, SMALLEST_SIZE

    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise Failure(f"--size {text} is no size: write width x height, as in 1280x720.", 2)
    size = int(width), int(height)
    for side, least, most in zip(size, SMALLEST_SIZE, LARGEST_SIZE, strict=True):
        if not least <= side <= most:
            raise Failure(f"--size {text} is out of range: {_times(SMALLEST_SIZE)} to {_times(LARGEST_SIZE)}.", 2)
    return size


def _times(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
