"""`dice-table backup`: a copy of settings and matches, made while the table plays."""

from pathlib import Path
from typing import Annotated

import typer

from kiosk.commands.base import Failure, app, in_a_sentence, settings_of
from kiosk.commands.options import Config


@app.command()
@in_a_sentence
def backup(
    folder: Annotated[Path, typer.Argument(help="Where to; copies that lie there are replaced.")],
    *,
    config: Config = None,
) -> None:
    """Copy matches and settings while the table plays, and compare the copy."""
    from kiosk.appliance.copying import copy_all, copy_file
    from kiosk.commands.progress import progress
    from kiosk.settings.config import config_path

    settings = settings_of(config)
    if not settings.data.is_dir():
        raise Failure(f"There is no {settings.data}: nobody has played yet.")
    if folder.absolute().resolve().is_relative_to(settings.data.absolute().resolve()):
        raise Failure(f"{folder} is in {settings.data} itself: name another place.", 2)
    try:
        with progress("copying and comparing") as told:
            copy_all(settings.data, folder, told)
            if (place := config or config_path()).exists():
                copy_file(place, folder / place.name)
    except OSError as error:
        raise Failure(f"{folder} does not take the copy: {error.strerror or error}.") from error
    print(f"{settings.data} and the settings are in {folder}, as they were read back and compared.")
