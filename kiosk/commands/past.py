"""`dice-table history`, `stats` and `replay`: matches that were played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence
from kiosk.commands.table import known_language

if TYPE_CHECKING:
    from kiosk.settings.config import Settings

Config = Annotated[Path | None, typer.Option("--config", help="The settings file.")]
Simulated = Annotated[bool, typer.Option("--simulated", help="The matches of dice-table --simulate.")]


def _journal(settings: Settings, *, simulated: bool) -> Path:
    from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL

    return settings.data / (SIMULATED_JOURNAL if simulated else JOURNAL)


@app.command()
@in_a_sentence
def history(
    match: Annotated[int | None, typer.Argument(metavar="MATCH", help="A match's number: tell all of it.")] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each match.")] = False,
    simulated: Simulated = False,
    config: Config = None,
) -> None:
    """List the matches that were played, oldest first, or tell one throw by throw."""
    from kiosk.history.accuracy import Accuracy, count
    from kiosk.history.history import HistoryError, all_matches, document, one_match, summary, transcript, with_accuracy
    from kiosk.settings.config import load_settings

    journal = _journal(load_settings(config), simulated=simulated)
    if match is not None:
        try:
            found = one_match(journal, match)
            print(json.dumps(document(*found), ensure_ascii=False) if as_json else "\n".join(transcript(*found)))
        except HistoryError as error:
            raise Failure(str(error)) from error
        return
    read = Accuracy()
    for record, entries in all_matches(journal):
        if as_json:
            print(json.dumps(with_accuracy(record, entries), ensure_ascii=False))
        else:
            told = summary(record, entries)
            count(entries, read)
            places = " · ".join(" and ".join(names) for names in told["standing"] or [])
            title = " ".join(filter(None, [record.game, record.preset]))
            print(f"{record.id:5}  {record.started}  {title}  {places or told['state']}")
    for line in read.text():
        print(line)


@app.command()
@in_a_sentence
def stats(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    picture: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Draw the dice by face there.")] = None,
    simulated: Simulated = False,
    config: Config = None,
) -> None:
    """Tell what all matches come to: hands, players, and whether the dice are fair."""
    from kiosk.history.history import all_matches
    from kiosk.history.stats import stats as count
    from kiosk.settings.config import load_settings

    found = count(all_matches(_journal(load_settings(config), simulated=simulated)))
    print(json.dumps(found.document(), ensure_ascii=False) if as_json else "\n".join(found.text()))
    if picture is not None:
        from kiosk.history.fairness import save_picture

        try:
            save_picture(found.fairness, picture)
        except OSError as error:
            raise Failure(f"{picture} cannot be written ({error.strerror}): name another place.") from error


@app.command()
@in_a_sentence
def replay(
    match: Annotated[int, typer.Argument(metavar="MATCH", help="Its number: dice-table history lists them.")],
    *,
    speed: Annotated[float, typer.Option(min=0.1, max=20.0, help="2 is twice as fast.")] = 1.0,
    lang: Annotated[str | None, typer.Option(help="The language: en or fr.")] = None,
    simulated: Simulated = False,
    config: Config = None,
) -> None:
    """Show a match on the screen again, step by step; Enter pauses, M leaves."""
    from kiosk.history.history import HistoryError, one_match
    from kiosk.settings.config import load_settings

    known_language(lang)
    settings = load_settings(config, {"language": lang})
    try:
        found = one_match(_journal(settings, simulated=simulated), match)
        from kiosk.history.replay import replay as show
        from kiosk.screen import Screen, ScreenError

        try:
            screen = Screen(settings.screen.size)
        except ScreenError as error:
            raise Failure(f"{error} To read the match instead: dice-table history {match}") from error
        try:
            show(screen, *found, speed=speed, language=settings.language)
        finally:
            screen.close()
    except HistoryError as error:
        raise Failure(str(error)) from error
