"""`dice-table service card`: a freshly written card that becomes a table at its first start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiosk.commands.base import Failure, in_a_sentence
from kiosk.commands.checkout import workshop
from kiosk.commands.options import Lang
from kiosk.commands.service import DryRun, do_all, service

if TYPE_CHECKING:
    from kiosk.appliance.card.wishes import Wishes
    from kiosk.view import Rotation


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
    language: Lang = None,
    timezone: Annotated[str | None, typer.Option(help="As in Europe/Paris.")] = None,
    wifi: Annotated[
        str | None, typer.Option(metavar="NAME", help="The Wi-Fi to join; its passphrase is asked.")
    ] = None,
    country: Annotated[str | None, typer.Option(help="Where the Wi-Fi is, two letters, as in FR or GB.")] = None,
    wifi_password_file: Annotated[
        Path | None, typer.Option(help="A file with the passphrase, or the key, instead.")
    ] = None,
    user: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who may log in at it; the password is asked.")
    ] = None,
    password_file: Annotated[Path | None, typer.Option(help="A file with the password instead.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take from the card what was written.")] = False,
    dry_run: DryRun = False,
) -> None:
    """Write onto a card fresh from Raspberry Pi Imager all that makes its first start end in a playing table."""
    from kiosk.appliance.card import boot, writing
    from kiosk.appliance.card.wishes import checked

    folder = folder or boot.the_card()
    if remove:
        do_all(writing.remove(folder), folder, dry_run=dry_run)
        writing.flush()
        return
    if (password_file and user is None) or (wifi_password_file and wifi is None):
        raise Failure("The file of a password goes with --user NAME or --wifi NAME: say whose it is.", 2)
    settings, shown = _settings(config, language)
    wishes = checked(user=user, wifi=wifi, country=country, timezone=timezone)
    boot.check(folder)
    if not dry_run:
        wishes = _with_secrets(wishes, password_file, wifi_password_file)
    steps = writing.write(folder, _release(release, dry_run=dry_run), wishes, settings, shown)
    do_all(steps, folder, dry_run=dry_run)
    if not dry_run:
        writing.flush()
        print("Eject the card, put it into the Raspberry Pi, and switch it on: some minutes later it is a table.")


def _release(asked: Path | None, *, dry_run: bool) -> Path:
    """The one that was asked for; else the newest here, or in a checkout one that is made now."""
    from kiosk.appliance.bundle import find

    found = find([asked] if asked is not None else [Path(), Path("dist")])
    if found is not None:
        return found
    if asked is not None:
        raise Failure(f"There is no release in {asked}: make one with python -m workshop.release.", 2)
    if dry_run:
        raise Failure("There is no release yet: make one with python -m workshop.release.", 2)
    print("fetch what the card needs, some 80 MB, into dist", flush=True)
    failed = workshop("release", "dist")
    made = find([Path("dist")])
    if failed or made is None:
        raise SystemExit(failed or 1)  # it has said why
    return made


def _settings(config: Path | None, language: str | None) -> tuple[str, tuple[str, Rotation]]:
    """The table's file of settings, the owner's word for word where nothing else is asked; and what shows by it."""
    from kiosk.appliance.install import DATA, SETTINGS
    from kiosk.settings.config import Settings, commented, load_settings
    from kiosk.settings.salvage import decoded

    settings = load_settings(config, environment={}) if config is not None else Settings()
    changes: dict[str, object] = {} if config is not None else {"data": Path("/") / DATA}
    if language is not None:
        changes["language"] = language
    settings = settings.model_copy(update=changes)
    own = decoded(config.read_bytes()) if config is not None and not changes else None
    return own or commented(settings, Path("/") / SETTINGS), (settings.language, settings.screen.rotation)


def _with_secrets(wishes: Wishes, password_file: Path | None, wifi_password_file: Path | None) -> Wishes:
    """The same with what nobody else should see; never an option of its own, which a list of processes shows."""
    from kiosk.appliance.card.wishes import checked

    told = wishes.model_dump(exclude_none=True)
    if wishes.user is not None:
        told["password"] = _secret(f"Password for {wishes.user}", password_file)
    if wishes.wifi is not None:
        # An open network has none.
        told["passphrase"] = _secret(f"Passphrase of {wishes.wifi} (none for an open one)", wifi_password_file) or None
    return checked(**told)


def _secret(question: str, file: Path | None) -> str:
    from kiosk.appliance.card.wishes import secret_in

    if file is not None:
        return secret_in(file)
    return str(typer.prompt(question, default="", show_default=False, hide_input=True, confirmation_prompt=True))
