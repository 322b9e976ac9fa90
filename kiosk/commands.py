"""The command line: `dice-table` and what stands behind it. Heavy modules are imported only by whoever needs them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar

import typer

app = typer.Typer(
    name="dice-table",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Real dice on a bar table, a camera above, and the games played with them.",
)

P = ParamSpec("P")
R = TypeVar("R")


class Failure(Exception):  # noqa: N818  it is what the command ends with, and has an exit code of its own
    """What went wrong, in one sentence; `code` is 1 for a failure, 2 for a command that was not understood."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


def _in_a_sentence(command: Callable[P, R]) -> Callable[P, R]:
    """End a command that fails with one sentence on standard error, never with a traceback."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        from hardware.camera import CameraError  # noqa: PLC0415
        from kiosk.config import ConfigError  # noqa: PLC0415
        from kiosk.games.core import OptionError  # noqa: PLC0415
        from kiosk.journal import JournalError  # noqa: PLC0415

        try:
            return command(*args, **kwargs)
        except Failure as failure:
            sentence, code = str(failure), failure.code
        except (OptionError, ConfigError) as error:
            sentence, code = str(error), 2
        except (CameraError, JournalError) as error:
            sentence, code = str(error), 1
        except KeyboardInterrupt:
            raise SystemExit(130) from None
        except BrokenPipeError:
            # Whoever read our output has seen enough; closing it once more at exit must not complain either.
            sys.stdout = None
            raise SystemExit(0) from None
        print(sentence, file=sys.stderr)
        raise SystemExit(code)

    return wrapped


# --- the kiosk -------------------------------------------------------------------------------------------------------


@app.callback(invoke_without_command=True)
@_in_a_sentence
def kiosk(
    context: typer.Context,
    *,
    simulate: Annotated[bool, typer.Option("--simulate", help="Play in a window, with simulated dice.")] = False,
    auto: Annotated[bool, typer.Option("--auto", help="With --simulate: let simulated guests play.")] = False,
    lang: Annotated[str | None, typer.Option(help="The language at start: en or fr.")] = None,
    config: Annotated[Path | None, typer.Option(help="The settings file.")] = None,
    size: Annotated[str | None, typer.Option(metavar="WxH", help="The window's size, say 1280x720.")] = None,
    seed: Annotated[int | None, typer.Option(help="With --simulate: the same seed, the same evening.")] = None,
) -> None:
    """Real dice on a bar table, a camera above, and the games played with them."""
    if context.invoked_subcommand is not None:
        return
    from kiosk.config import load_settings  # noqa: PLC0415

    if (auto or seed is not None) and not simulate:
        raise Failure("--auto and --seed go with --simulate.", 2)
    options: dict[str, Any] = {"language": lang, "screen.size": _size(size)}
    settings = load_settings(config, options)
    from kiosk.loop import run_kiosk  # noqa: PLC0415
    from kiosk.screen import ScreenError  # noqa: PLC0415

    try:
        run_kiosk(settings, simulate=simulate, auto=auto, seed=seed, windowed=size is not None)
    except ScreenError as error:
        raise Failure(
            f"{error} To play without one: dice-table play --headless --game {settings.game} --turbo"
        ) from error


def _size(text: str | None) -> list[int] | None:
    if text is None:
        return None
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise Failure(f"--size {text} is no size: write width x height, as in 1280x720.", 2)
    return [int(width), int(height)]


# --- a match without a screen ----------------------------------------------------------------------------------------


@app.command()
@_in_a_sentence
def play(
    *,
    game: Annotated[str, typer.Option(help="The game's name; a wrong one tells them all.")],
    headless: Annotated[bool, typer.Option("--headless", help="Without a screen: the only way so far.")] = False,
    preset: Annotated[str | None, typer.Option(help="The house rules to play by.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="One house rule; repeatable.")] = None,
    players: Annotated[int, typer.Option(help="How many play.")] = 3,
    seed: Annotated[int, typer.Option(help="The same seed, the same match.")] = 0,
    turbo: Annotated[bool, typer.Option("--turbo", help="Step time instead of waiting for it.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    config: Annotated[Path | None, typer.Option(help="The settings file.")] = None,
    data: Annotated[Path | None, typer.Option(help="A folder to keep the match in; else it is not kept.")] = None,
) -> None:
    """Let simulated guests play one whole match through camera, reader, buttons and rules, and judge it."""
    if not headless:
        raise Failure("Matches on a screen are played with dice-table --simulate --auto; this one wants --headless.", 2)
    from kiosk.config import load_settings  # noqa: PLC0415
    from kiosk.play import StuckError, play_match  # noqa: PLC0415
    from kiosk.referee import Keeping  # noqa: PLC0415

    settings = load_settings(config)
    options = _house_rules(option)
    try:
        result = play_match(
            game,
            preset or settings.presets.get(game),
            options,
            players=players,
            seed=seed,
            turbo=turbo,
            keeping=Keeping(settings.keep),
            folder=data,
        )
    except StuckError as error:
        raise Failure(str(error)) from error
    if as_json:
        print(json.dumps(result.document(), ensure_ascii=False))
    else:
        print("  ".join(f"{place}. {' and '.join(names)}" for place, names in enumerate(result.standing, 1)))
        print(
            f"{result.throws} throws in {result.seconds} s; {result.prompts} prompts, {result.corrections} corrections"
        )
        for mismatch in result.mismatches:
            print(f"Mismatch: {mismatch}")
    if result.mismatches:
        raise SystemExit(1)


def _house_rules(given: list[str] | None) -> dict[str, str | int | bool]:
    options: dict[str, str | int | bool] = {}
    for rule in given or []:
        key, equals, value = rule.partition("=")
        if not equals:
            raise Failure(f"--option {rule} is no house rule: write KEY=VALUE.", 2)
        options[key] = value
    return options


# --- odds ------------------------------------------------------------------------------------------------------------


@app.command()
@_in_a_sentence
def odds(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name, say le_421.")],
    dice: Annotated[str | None, typer.Argument(metavar="DICE", help="The dice on the table in one word: 425.")] = None,
    *,
    preset: Annotated[str | None, typer.Option(help="The house rules to play by.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="One house rule; repeatable.")] = None,
    phase: Annotated[str | None, typer.Option(help="The phase of the match, say decharge.")] = None,
    rolls_left: Annotated[int | None, typer.Option(metavar="N", help="Throws left, with dice on the table.")] = None,
    rolls: Annotated[int | None, typer.Option(metavar="N", help="Throws in the turn, before the first.")] = None,
    to_beat: Annotated[str | None, typer.Option(metavar="DICE", help="The hand that lies already.")] = None,
    target: Annotated[str | None, typer.Option(metavar="DICE", help="The one hand that is wanted.")] = None,
    opponent: Annotated[str | None, typer.Option(metavar="DICE", help="The other's hand, in a race.")] = None,
    tie: Annotated[str | None, typer.Option(help="An equal hand counts: win, half or lose; else by the rules.")] = None,
    whole: Annotated[bool, typer.Option("--round", help="A whole round, for the player who leads it.")] = False,
    players: Annotated[int | None, typer.Option(metavar="N", help="Players of the round; 2 unless said.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Tell exactly what each choice is worth, best first."""
    from kiosk.games.core import game as known  # noqa: PLC0415
    from kiosk.odds.question import Question, QuestionError, answer, document, lines  # noqa: PLC0415

    rules = known(game)(preset, _house_rules(option))
    asked = Question(dice, phase, players, whole, rolls, rolls_left, to_beat, target, opponent, tie)
    try:
        advice = answer(rules, asked)
    except QuestionError as error:
        raise Failure(str(error), 2) from error
    print(json.dumps(document(advice)) if as_json else "\n".join(lines(advice)))


# --- reading and watching --------------------------------------------------------------------------------------------


@app.command()
@_in_a_sentence
def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="Photographs of dice.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each photo.")] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Write each photo with what was seen drawn on it, as NAME.seen.jpg, here.")
    ] = False,
) -> None:
    """Read the dice on photographs."""
    from kiosk.pictures import load, save_shown  # noqa: PLC0415
    from vision.reader import Reader  # noqa: PLC0415

    reader = Reader()
    failed = False
    for photo in photos:
        image = load(photo)
        if image is None:
            print(f"{photo} is no picture that can be read: give a JPEG or PNG file.", file=sys.stderr)
            failed = True
            continue
        reading = reader.read(image)
        if show:
            shown = save_shown(photo, image, reading)
            print(f"{shown}", file=sys.stderr)
        dice = [
            {"value": die.value, "box": _rounded(die.box), "confidence": round(die.confidence, 4)}
            for die in reading.dice
        ]
        if as_json:
            print(json.dumps({"file": str(photo), "dice": dice, "certain": reading.certain}), flush=True)
        else:
            values = " ".join(str(die.value) for die in reading.dice) or "no dice"
            doubts = sorted({doubt.kind.value for doubt in reading.doubts})
            print(f"{photo}: {values}" + (f" (in doubt: {', '.join(doubts)})" if doubts else ""), flush=True)
    if failed:
        raise SystemExit(1)


@app.command()
@_in_a_sentence
def watch(
    source: Annotated[
        str, typer.Argument(help="A video, a folder of pictures, webcam:0, pi:0 or simulated:SEED.", metavar="SOURCE")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each change.")] = False,
) -> None:
    """Follow a source of pictures, and tell each change of the scene."""
    from hardware.camera.source import open_camera  # noqa: PLC0415
    from vision.reader import Reader  # noqa: PLC0415
    from vision.watcher import Watcher, changes  # noqa: PLC0415

    with open_camera(source) as camera:
        for number, scene in changes(camera, Watcher(Reader())):
            if as_json:
                dice = [
                    {"track": d.track, "value": d.die.value, "box": _rounded(d.die.box), "thrown": d.thrown}
                    for d in scene.dice
                ]
                doubts = [
                    {"kind": doubt.kind.value, "box": _rounded(doubt.box) if doubt.box else None}
                    for doubt in scene.doubts
                ]
                change = {"frame": number, "time": round(scene.time, 3), "state": scene.state.value}
                print(json.dumps({**change, "dice": dice, "doubts": doubts}), flush=True)
            else:
                values = " ".join(str(die.die.value) for die in scene.dice)
                doubted = ", ".join(sorted({doubt.kind.value for doubt in scene.doubts}))
                line = f"{scene.time:8.2f} s  {scene.state.value:8}{values}"
                print(line + (f"  (in doubt: {doubted})" if doubted else ""), flush=True)


def _rounded(box: tuple[float, float, float, float]) -> list[float]:
    return [round(value, 1) for value in box]


# --- the machine -----------------------------------------------------------------------------------------------------


@app.command()
@_in_a_sentence
def config(
    action: Annotated[str | None, typer.Argument(help="check: say whether the settings can be used.")] = None,
    wiring: Annotated[bool, typer.Option("--wiring", help="Print which pin each button and lamp is wired to.")] = False,
    file: Annotated[Path | None, typer.Option("--config", help="The settings file.")] = None,
) -> None:
    """Print the settings as a file that explains itself."""
    from hardware.wiring import wiring_table  # noqa: PLC0415
    from kiosk.config import commented, config_path, load_settings  # noqa: PLC0415
    from kiosk.games.core import game  # noqa: PLC0415

    if action not in {None, "check"}:
        raise Failure(f'config knows no "{action}": it is config, config check or config --wiring.', 2)
    settings = load_settings(file)
    for name, preset in {settings.game: None, **settings.presets}.items():
        game(name)(preset)
    if action == "check":
        place = file or config_path()
        print(f"{place} is fine." if place.exists() else f"There is no {place}: everything is as by default, and fine.")
    elif wiring:
        print(wiring_table(settings.panel.pins))
    else:
        print(commented(settings), end="")


@app.command()
@_in_a_sentence
def history(
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each match.")] = False,
    file: Annotated[Path | None, typer.Option("--config", help="The settings file.")] = None,
) -> None:
    """List the matches that were played, oldest first."""
    from kiosk.config import load_settings  # noqa: PLC0415
    from kiosk.history import past_matches  # noqa: PLC0415
    from kiosk.journal import JOURNAL  # noqa: PLC0415

    for match in past_matches(load_settings(file).data / JOURNAL):
        if as_json:
            print(json.dumps(match, ensure_ascii=False))
        else:
            places = " · ".join(" and ".join(names) for names in match["standing"] or [])
            print(f"{match['started']}  {match['game']} {match['preset']}  {places or match['state']}")


def main() -> None:
    """What `dice-table` runs."""
    try:
        app(standalone_mode=False)
    except Exception as error:
        # Some Typers bring their own click, others use the one beside them: its errors are told by what they can do.
        told = getattr(error, "format_message", None)
        if told is None:
            if sys.flags.dev_mode:  # python -X dev -m … shows developers the whole story
                raise
            what = str(error).strip().partition("\n")[0]
            print(f"dice-table failed ({type(error).__name__}: {what}): please report it.", file=sys.stderr)
            raise SystemExit(1) from None
        command = " ".join(["dice-table", *[word for word in sys.argv[1:2] if word in _commands()], "--help"])
        print(f"{told().rstrip('.')}: see {command}.", file=sys.stderr)
        raise SystemExit(getattr(error, "exit_code", 2)) from None


def _commands() -> list[str]:
    return [str(command.name or getattr(command.callback, "__name__", "")) for command in app.registered_commands]
