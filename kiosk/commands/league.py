"""`dice-table league`: many tables, one season. It is the package `league`, which nothing else here imports."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiosk.commands.base import NOT_SET_UP, Failure, app, in_a_sentence, needs, settings_of
from kiosk.commands.options import Config, Simulated

if TYPE_CHECKING:
    from league.server.admin_store import AdminStore

SQLITE = "sqlite:///league.sqlite3"
Store = Annotated[
    str, typer.Option(metavar="ADDRESS", help="The database: sqlite:///FILE, postgresql+psycopg://NAME@HOST/DATABASE.")
]
Table = Annotated[str, typer.Argument(help="The table's name: small letters, digits and hyphens.")]
TOKEN = "league.token"  # noqa: S105  the name of a file

league = typer.Typer(help="Play in a league with other tables, or run one.")
app.add_typer(league, name="league")


@league.command()
@in_a_sentence
def uplink(*, config: Config = None, simulated: Simulated = False) -> None:
    """Post this table's matches to the league that [league] in the settings names, for ever; tell lamps, if any."""
    settings = settings_of(config)
    chosen, lamps = settings.league, settings.lamps
    joins = bool(chosen.address and chosen.table)
    if not joins and not lamps.broker:
        raise Failure("No league is set: name `address` and `table` in [league] of the settings.", NOT_SET_UP)
    if lamps.broker:
        needs("lamps", NOT_SET_UP)
    from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL
    from league.uplink.feed import Feed
    from league.uplink.link import Link, secret
    from league.uplink.uplink import Uplink, run

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    journal = settings.data / (SIMULATED_JOURNAL if simulated else JOURNAL)
    table = chosen.table or "table"
    title = chosen.title or table
    parts: list[Any] = []
    if joins:
        token = Path(chosen.token).expanduser() if chosen.token else settings.data / TOKEN
        parts.append(Uplink(Feed(journal, table), Link(chosen.address, table, secret(token)), title))
    if lamps.broker:
        from league.uplink.lamps import Lamps

        login = secret(Path(lamps.login).expanduser()).split(" ", 1) if lamps.login else []
        parts.append(Lamps(Feed(journal, table), lamps.broker, table, title, login))
    run(*parts)


@league.command()
@in_a_sentence
def serve(
    *,
    store: Store = SQLITE,
    host: Annotated[str, typer.Option(help="On which address it is.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="On which port.")] = 8421,
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many processes share the work.")] = 1,
    listed: Annotated[bool, typer.Option("--listed", help="Let search engines show it.")] = False,
) -> None:
    """Keep what the tables post, and show the league's pages."""
    needs("league")
    from league.pages.app import serve as run

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    begun = f"The league is at http://{host}:{port}; Ctrl-C ends it."
    run(store, lambda: print(begun, flush=True), host=host, port=port, workers=workers, listed=listed)


@league.command()
@in_a_sentence
def demo(
    *,
    port: Annotated[int, typer.Option(min=1, max=65535, help="On which port the pages are.")] = 8421,
    browser: Annotated[bool, typer.Option(help="Open the first page.")] = True,
) -> None:
    """Show a league: three simulated tables and a database, all on this machine until Ctrl-C."""
    needs("league")
    from secrets import token_urlsafe

    from league.demo import demo as run

    password = token_urlsafe(9)
    told = f"The league is at http://127.0.0.1:{port}, the admin's password is {password}; Ctrl-C ends it."
    run(port, password, lambda: print(told, flush=True), browser=browser)


@league.command()
@in_a_sentence
def password(*, store: Store = SQLITE) -> None:
    """Set the admin's password, which is asked for; whoever is signed in is so no longer."""
    admin_store = _admin_store(store)
    from league.server.admin_store import LEAST_LETTERS

    chosen = str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    if len(chosen) < LEAST_LETTERS:
        raise Failure(f"A password has {LEAST_LETTERS} letters or more.", 2)
    admin_store.set_password(chosen)
    print("Sign in at /admin.")


@league.command()
@in_a_sentence
def admit(table: Table, *, store: Store = SQLITE) -> None:
    """Let a table in: writes a token of its own into a file, for the table."""
    admin_store = _admin_store(store)
    from league.uplink.link import write_secret
    from league.wire import is_table

    if not is_table(table):
        raise Failure(f"No table is called {table!r}: small letters, digits and hyphens, 32 at most.", 2)
    file = Path(f"{table}.token")
    write_secret(file, admin_store.admit(table) + "\n")
    print(f"{file} is for the table {table}: copy it there as {TOKEN}, where its user alone may read it.")


@league.command()
@in_a_sentence
def dismiss(table: Table, *, store: Store = SQLITE) -> None:
    """Let a table in no longer; what it sent stays."""
    if not _admin_store(store).dismiss(table):
        raise Failure(f"{table} is none of those that were let in.")


def _admin_store(store: str) -> AdminStore:
    needs("league")
    from league.server.admin_store import AdminStore
    from league.server.store import Store as Database

    return AdminStore(Database(store))
