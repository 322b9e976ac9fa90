"""`dice-table history`, `stats` and `replay`: matches that were played."""

from __future__ import annotations

import sys
from contextlib import closing, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiosk.commands.base import Failure, app, as_document, in_a_sentence, settings_of, typed, written
from kiosk.commands.options import LARGEST_NUMBER, Config, Journal, Lang, Simulated
from kiosk.commands.progress import progress

if TYPE_CHECKING:
    from kiosk.history.history import Past
    from kiosk.settings.config import Settings

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""What spreadsheets take for the beginning of one, also as wide as Chinese signs are."""


def _journal(settings: Settings, file: Path | None, *, simulated: bool) -> Path:
    from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL

    if file is not None and not file.is_file():
        raise Failure(f"There is no journal {file}: name a file of matches.", 2)
    if file is not None:
        return file
    return settings.data / (SIMULATED_JOURNAL if simulated else JOURNAL)


def _played(journal: Path, file: Path | None, *, simulated: bool) -> bool:
    """Whether there is a match to tell of; says on standard error that there is none, and where others may be."""
    from kiosk.history.history import endings

    if endings(journal):
        return True
    if file is not None:
        print(f"{file} holds no matches.", file=sys.stderr)
    elif simulated:
        print(f"No match was played with simulated dice yet: {typed('--simulate')} begins one.", file=sys.stderr)
    else:
        print("No match was played yet; --simulated shows those with simulated dice.", file=sys.stderr)
    return False


def _pasts(journal: Path) -> list[Past]:
    """What every match comes to; with the time left, where many are of an older file."""
    from kiosk.history.history import pasts

    with progress("counting the matches") as told:
        return pasts(journal, told)


@app.command()
@in_a_sentence
def history(
    match: Annotated[
        int | None, typer.Argument(metavar="MATCH", min=1, max=LARGEST_NUMBER, help="A match's number: tell all of it.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON line for each match.")] = False,
    as_csv: Annotated[
        str | None, typer.Option("--csv", metavar="WHAT", help="Print a table: of the matches or the throws.")
    ] = None,
    excel: Annotated[
        bool, typer.Option("--excel", help="With --csv: as Excel wants it, in French with semicolons and commas.")
    ] = False,
    file: Journal = None,
    simulated: Simulated = False,
    config: Config = None,
) -> None:
    """List the matches that were played, oldest first, or tell one throw by throw."""
    from kiosk.history.history import document, endings, one_match, standing, state, summary, transcript

    settings = settings_of(config)
    journal = _journal(settings, file, simulated=simulated)
    if excel and as_csv is None:
        raise Failure("--excel goes with --csv.", 2)
    if as_csv is not None:
        _table(journal, as_csv, match, excel=settings.language if excel else None)
        return
    if match is not None:
        found = one_match(journal, match)
        print(as_document(document(*found)) if as_json else "\n".join(transcript(*found)))
        return
    if not _played(journal, file, simulated=simulated):
        return
    if as_json:
        for past in _pasts(journal):
            print(as_document(summary(past)))
        return
    for number, record, end in endings(journal):
        if record is None:
            print(f"{number:5}  damaged: it is kept in the journal, and passed over")
            continue
        places = " · ".join(" and ".join(names) for names in standing(record, end) or [])
        title = " ".join(filter(None, [record.game, record.preset]))
        print(f"{number:5}  {record.started}  {title}  {places or state(end)}")


def _table(journal: Path, what: str, number: int | None, *, excel: str | None) -> None:
    """Print matches, or all their throws, as a table; always in UTF-8, which is what programs expect of one.

    `excel` is its language: it knows UTF-8 by a mark, and parts cells by the semicolon where the comma parts decimals.
    """
    import csv

    from kiosk.history.history import MATCHES, THROWS, match_rows, throw_rows
    from kiosk.match.journal_reader import JournalReader
    from kiosk.match.log import DamagedMatchError

    tables = {"matches": (MATCHES, match_rows), "throws": (THROWS, throw_rows)}
    if what not in tables:
        raise Failure(f"--csv {what} is no table: it is {' or '.join(tables)}.", 2)
    columns, rows = tables[what]
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    if excel is not None:
        sys.stdout.write("\ufeff")
    comma = excel == "fr"
    table = csv.DictWriter(sys.stdout, columns, lineterminator="\n", delimiter=";" if comma else ",")
    table.writeheader()
    if not journal.exists():
        return
    with closing(JournalReader(journal)) as reader, progress("writing the table") as told:
        matches = [match for match in reader.matches() if number is None or match.number == number]
        for done, match in enumerate(matches, 1):
            with suppress(DamagedMatchError):
                for row in rows(match, reader.entries(match)):
                    table.writerow({name: _cell(value, comma=comma) for name, value in row.items()})
            told(done, len(matches))


def _cell(value: object, *, comma: bool) -> object:
    """A value as a spreadsheet shows it: what begins like a formula is text (OWASP, "CSV Injection")."""
    if isinstance(value, str) and value.startswith(FORMULAS):
        return f"'{value}"
    return str(value).replace(".", ",") if comma and isinstance(value, float) else value


@app.command()
@in_a_sentence
def stats(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw winners, hands and dice by face there.")
    ] = None,
    lang: Lang = None,
    file: Journal = None,
    simulated: Simulated = False,
    config: Config = None,
) -> None:
    """Tell what all matches come to: hands, players, and whether the dice are fair."""
    from kiosk.history.stats import stats as count

    settings = settings_of(config, {"language": lang})
    journal = _journal(settings, file, simulated=simulated)
    if not _played(journal, file, simulated=simulated) and not as_json:
        return
    found = count(_pasts(journal))
    print(as_document(found.document()) if as_json else "\n".join(found.text()))
    if picture is not None:
        from kiosk.paper.figures import save_figures

        with written(picture):
            save_figures(found, picture, settings.language)


@app.command()
@in_a_sentence
def replay(
    match: Annotated[
        int,
        typer.Argument(metavar="MATCH", min=1, max=LARGEST_NUMBER, help="Its number: dice-table history lists them."),
    ],
    *,
    speed: Annotated[float, typer.Option(min=0.1, max=20.0, help="2 is twice as fast.")] = 1.0,
    lang: Lang = None,
    file: Journal = None,
    simulated: Simulated = False,
    config: Config = None,
) -> None:
    """Show a match on the screen again, step by step; Enter pauses, M leaves."""
    from kiosk.history.history import one_match

    settings = settings_of(config, {"language": lang})
    found = one_match(_journal(settings, file, simulated=simulated), match)
    from kiosk.history.replay import replay as show
    from kiosk.screen.window import Screen, ScreenError

    try:
        screen = Screen(settings.screen.size, rotation=settings.screen.rotation)
    except ScreenError as error:
        asked = [*(["--journal", file] if file else []), *(["--simulated"] if simulated else [])]
        asked += ["--config", config] if config else []
        raise Failure(f"{error} To read the match instead: {typed('history', match, *asked)}") from error
    with closing(screen):
        show(screen, *found, speed=speed, language=settings.language)
