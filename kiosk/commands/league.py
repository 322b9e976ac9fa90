"""`dice-table league`: many tables, one season. It is the package `league`, which nothing else here imports."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import NOT_SET_UP, Failure, app, in_a_sentence, needs, settings_of
from kiosk.commands.options import Config, Simulated

AGAIN = "A broker that runs reads its files again when told so: pkill -HUP mosquitto"
SQLITE = "sqlite:///league.sqlite3"
Store = Annotated[
    str, typer.Option(metavar="ADDRESS", help="The database: sqlite:///FILE, postgresql+psycopg://NAME@HOST/DATABASE.")
]
Folder = Annotated[Path, typer.Option(metavar="FOLDER", help="Where the broker's files are.")]
BROKER = Path("broker")
CREDENTIALS = BROKER / "league.credentials"

league = typer.Typer(help="Play in a league with other tables, or run one.")
app.add_typer(league, name="league")


@league.command()
@in_a_sentence
def uplink(*, config: Config = None, simulated: Simulated = False) -> None:
    """Send this table's matches to the league that [league] in the settings names, for ever."""
    needs("uplink", NOT_SET_UP)
    settings = settings_of(config)
    chosen = settings.league
    if not chosen.broker or not chosen.table:
        raise Failure("No league is set: name `broker` and `table` in [league] of the settings.", NOT_SET_UP)
    from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL
    from league.connection import Broker
    from league.uplink.cursor import SUFFIX
    from league.uplink.running import run
    from league.uplink.uplink import Uplink

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    journal = settings.data / (SIMULATED_JOURNAL if simulated else JOURNAL)
    files = [Path(file).expanduser() if file else None for file in (chosen.authority, chosen.credentials)]
    broker = Broker.of(chosen.broker, *files)
    cursor = journal.with_name(journal.name + SUFFIX)
    run(Uplink(journal, cursor, chosen.table, chosen.title or chosen.table, broker))


@league.command()
@in_a_sentence
def serve(
    *,
    store: Store = SQLITE,
    broker: Annotated[str, typer.Option(help="Where the tables are heard.")] = "mqtt://127.0.0.1:1883",
    credentials: Annotated[Path, typer.Option(metavar="FILE", help="Name and password for the broker.")] = CREDENTIALS,
    authority: Annotated[Path | None, typer.Option(metavar="FILE", help="Who vouches for the broker.")] = None,
    host: Annotated[str, typer.Option(help="On which address the pages are.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="On which port.")] = 8421,
    worker: Annotated[str, typer.Option(help="This worker's name, where several share the work.")] = "league-1",
) -> None:
    """Keep what the tables send, and show the league's pages."""
    needs("league")
    from league.connection import Broker
    from league.pages.serving import serve as run
    from league.server.store import StoreError

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    begun = f"The league's pages are at http://{host}:{port}; Ctrl-C ends it."
    try:
        reached = Broker.of(broker, authority, credentials)
        run(store, reached, lambda: print(begun, flush=True), worker=worker, host=host, port=port)
    except StoreError as error:
        raise Failure(str(error), NOT_SET_UP if error.lasting else 1) from error


@league.command()
@in_a_sentence
def demo(
    *,
    port: Annotated[int, typer.Option(min=1, max=65535, help="On which port the pages are.")] = 8421,
    browser: Annotated[bool, typer.Option(help="Open the first page.")] = True,
) -> None:
    """Show a league: three simulated tables, a broker and a database, all on this machine until Ctrl-C."""
    needs("league")
    needs("simulate")
    from secrets import token_urlsafe

    from league.demo.running import demo as run

    password = token_urlsafe(9)
    told = f"The league is at http://127.0.0.1:{port}, the admin's password is {password}; Ctrl-C ends it."
    run(port, password, lambda: print(told, flush=True), browser=browser)


@league.command()
@in_a_sentence
def password(*, store: Store = SQLITE) -> None:
    """Set the admin's password, which is asked for."""
    needs("league")
    from league.server.admin_store import LEAST_LETTERS, Office
    from league.server.store import Store as Database
    from league.server.store import StoreError

    try:
        database = Database(store)
    except StoreError as error:
        raise Failure(str(error), NOT_SET_UP if error.lasting else 1) from error
    chosen = str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    if len(chosen) < LEAST_LETTERS:
        raise Failure(f"A password has {LEAST_LETTERS} letters or more.", 2)
    Office(database).set_password(chosen)
    print("Sign in at /admin.")


@league.command()
@in_a_sentence
def broker(
    *,
    folder: Folder = BROKER,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where it listens.")] = 1883,
    address: Annotated[str, typer.Option(help="On which of this machine's addresses.")] = "127.0.0.1",
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For tables elsewhere (mqtts, port 8883): the certificate.")
    ] = None,
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The certificate's key.")] = None,
) -> None:
    """Write what Mosquitto needs: its configuration, who may say what, and the league's own credentials."""
    needs("league")
    from league import broker as files
    from league.topics import LEAGUE

    place = folder / files.CONFIGURATION
    if (certificate is None) != (key is None):
        raise Failure("A certificate has a key: name both, --certificate and --key.", 2)
    if certificate is not None and place.exists():
        raise Failure(f"{place} is there already: delete it, and it is written anew with the certificate.")
    private = None if certificate is None or key is None else files.Private(certificate.absolute(), key.absolute())
    folder.mkdir(parents=True, exist_ok=True)
    files.give_to_the_broker(folder)
    (folder / files.ACL).write_text(files.acl(), encoding="utf-8")
    if not place.exists():
        text = files.configuration(folder.absolute(), port=port, address=address, private=private)
        place.write_text(text, encoding="utf-8")
    credentials = folder / f"{LEAGUE}.credentials"
    files.write_credentials(credentials, LEAGUE, files.admit(folder, LEAGUE))
    program = files.mosquitto() or files.MOSQUITTO
    print(f"{program} -c {place} starts the broker; {credentials} is for dice-table league serve.")


@league.command()
@in_a_sentence
def admit(table: Annotated[str, typer.Argument(help="The table's name.")], *, folder: Folder = BROKER) -> None:
    """Let a table in: gives it a password, which the broker knows once it reads its files again."""
    needs("league")
    from league import broker as files

    password = files.admit(folder, table)
    credentials = folder / f"{table}.credentials"
    files.write_credentials(credentials, table, password)
    print(f"{credentials} is for the table {table}: copy it there, where its user alone may read it. {AGAIN}")


@league.command()
@in_a_sentence
def dismiss(table: Annotated[str, typer.Argument(help="The table's name.")], *, folder: Folder = BROKER) -> None:
    """Let a table in no longer, once the broker reads its files again."""
    needs("league")
    from league import broker as files

    if not files.dismiss(folder, table):
        raise Failure(f"{table} is none of those that were let in.")
    print(AGAIN)
