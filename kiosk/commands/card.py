"""`dice-table service card`: a freshly written card that becomes a table at its first start."""

from __future__ import annotations

import re
from difflib import get_close_matches
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import available_timezones

import typer

from kiosk.commands.base import Failure, in_a_sentence
from kiosk.commands.service import DryRun, service

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiosk.appliance.card import writing
    from kiosk.appliance.card.cloud import Login, Wifi
    from kiosk.appliance.steps import Step

NAME = re.compile(r"[a-z][a-z0-9_-]{0,30}")
"""What useradd takes for a user's name."""
COUNTRY = re.compile(r"[A-Z]{2}")
PASSPHRASE = range(8, 64)
"""Letters of a WPA2 network's; none for an open one."""


@service.command()
@in_a_sentence
def card(
    folder: Annotated[
        Path | None,
        typer.Argument(help="The card's boot partition, called bootfs; without it, the card that is in this PC."),
    ] = None,
    *,
    release: Annotated[
        Path | None, typer.Option(help="The release to install; else the newest one here, or one made now.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="The table's settings; without it, as by default.")] = None,
    language: Annotated[str | None, typer.Option(help="The language at start: en or fr.")] = None,
    timezone: Annotated[str | None, typer.Option(help="As in Europe/Paris.")] = None,
    wifi: Annotated[
        str | None, typer.Option(metavar="NAME", help="The Wi-Fi to join; its passphrase is asked.")
    ] = None,
    country: Annotated[str | None, typer.Option(help="Where the Wi-Fi is, two letters, as in FR.")] = None,
    wifi_password_file: Annotated[Path | None, typer.Option(help="A file with the passphrase instead.")] = None,
    user: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who may log in at it; the password is asked.")
    ] = None,
    password_file: Annotated[Path | None, typer.Option(help="A file with the password instead.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take from the card what was written.")] = False,
    dry_run: DryRun = False,
) -> None:
    """Write onto a card fresh from Raspberry Pi Imager all that makes its first start end in a playing table."""
    from kiosk.appliance.card import boot, writing
    from kiosk.appliance.card.cloud import Wanted
    from kiosk.appliance.steps import InstallError

    try:
        folder = folder or boot.the_card()
        if remove:
            _do(writing.remove(folder), dry_run=dry_run)
            return
        text, look = _settings(config, language)
        wanted = Wanted(
            _login(user, password_file, dry_run=dry_run),
            _wifi(wifi, country, wifi_password_file, dry_run=dry_run),
            _timezone(timezone),
        )
        boot.check(folder)
        _do(writing.write(folder, _release(release, dry_run=dry_run), wanted, text, look), dry_run=dry_run)
    except InstallError as error:
        raise Failure(str(error)) from error
    if not dry_run:
        print("Eject the card, put it into the Raspberry Pi, and switch it on: some minutes later it is a table.")


def _release(asked: Path | None, *, dry_run: bool) -> Path:
    """The one that was asked for; else the newest here, or in a checkout one that is made now."""
    from kiosk.appliance.bundle import find
    from kiosk.appliance.release import PINS, build

    found = find([asked] if asked is not None else [Path(), Path("dist")])
    if found is not None:
        return found
    if asked is not None:
        raise Failure(f"There is no release in {asked}: make one with python -m kiosk.appliance.release.", 2)
    if not PINS.is_file():
        raise Failure("There is no release here: say it in the folder of the program that you downloaded.", 2)
    if dry_run:
        raise Failure("There is no release yet: make one with python -m kiosk.appliance.release.", 2)
    print("fetch what the card needs, some 110 MB, into dist", flush=True)
    return build(Path(), Path("dist"))


def _settings(config: Path | None, language: str | None) -> tuple[str, writing.Look]:
    """The table's file of settings, the owner's word for word where nothing else is asked; and what shows by it."""
    from kiosk.appliance.card.writing import Look
    from kiosk.appliance.install import DATA, SETTINGS
    from kiosk.settings.config import Settings, commented, load_settings

    settings = load_settings(config, environment={}) if config is not None else Settings()
    if language not in {None, "en", "fr"}:
        raise Failure(f"--language {language} is none that the table speaks: it is en or fr.", 2)
    changes: dict[str, object] = {} if config is not None else {"data": Path("/") / DATA}
    if language is not None:
        changes["language"] = language
    settings = settings.model_copy(update=changes)
    look = Look(settings.language, settings.screen.rotation)
    if config is not None and not changes:
        return config.read_text(encoding="utf-8"), look
    return commented(settings, Path("/") / SETTINGS), look


def _login(user: str | None, file: Path | None, *, dry_run: bool) -> Login | None:
    from kiosk.appliance.card.cloud import Login
    from kiosk.appliance.card.hashing import sha512_crypt

    if user is None:
        return None
    if NAME.fullmatch(user) is None or user == "root":
        raise Failure(f"--user {user} cannot be a user's name: take small letters, as in owner.", 2)
    password = "" if dry_run else _secret(f"Password for {user}: ", file)
    if not dry_run and not password:
        raise Failure("A login needs a password: type one.", 2)
    return Login(user, sha512_crypt(password))


def _wifi(name: str | None, country: str | None, file: Path | None, *, dry_run: bool) -> Wifi | None:
    from kiosk.appliance.card.cloud import Wifi

    if name is None:
        return None
    country = country and country.upper()
    if country is None or COUNTRY.fullmatch(country) is None:
        raise Failure("--wifi needs --country, two letters as in FR: a Pi's radio is silent without.", 2)
    passphrase = "" if dry_run else _secret(f"Passphrase of {name} (none for an open one): ", file)
    if passphrase and len(passphrase) not in PASSPHRASE:
        raise Failure("A Wi-Fi's passphrase has 8 to 63 letters: type it again.", 2)
    return Wifi(name, passphrase, country)


def _timezone(name: str | None) -> str | None:
    """As it was named, where this PC knows that one, or knows none at all."""
    known = available_timezones()
    if name is not None and known and name not in known:
        near = next(iter(get_close_matches(name, known, 1)), "Europe/Paris")
        raise Failure(f"--timezone {name} is nowhere: write it as in {near}.", 2)
    return name


def _secret(question: str, file: Path | None) -> str:
    """What nobody else should see; never an option of its own, which a list of processes shows."""
    if file is not None:
        return file.read_text(encoding="utf-8").rstrip("\r\n")
    try:
        typed = getpass(question)
        same = not typed or getpass("The same once more: ") == typed
    except EOFError:
        return ""
    if not same:
        raise Failure("Those two were not alike: begin again.", 2)
    return typed


def _do(steps: Iterable[Step], *, dry_run: bool) -> None:
    from kiosk.appliance.card import writing

    for step in steps:
        print(f"would {step}" if dry_run else str(step), flush=True)
        if not dry_run:
            step.do()
    if not dry_run:
        writing.flush()
