"""The steps that prepare a card's boot partition for a table, and those that undo it; shown before they are done."""

import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from kiosk.appliance import steps
from kiosk.appliance.bundle import listed, take
from kiosk.appliance.card import boot
from kiosk.appliance.card.cloud import FOLDER, meta_data, network_config, user_data
from kiosk.appliance.card.pictures import pictures
from kiosk.appliance.card.wishes import Wishes
from kiosk.appliance.steps import InstallError, InstallStep
from kiosk.view import Rotation


def write(
    folder: Path, release: Path, wishes: Wishes, settings: str, shown: tuple[str, Rotation]
) -> Iterator[InstallStep]:
    """The steps that write onto a boot partition.

    The files for cloud-init come last: a card that is half written starts as an ordinary one.

    Args:
        folder: the partition.
        release: the release that the first start installs.
        wishes: what the owner wants besides.
        settings: the table's config.toml.
        shown: the language of the first start's pictures, and how the screen is turned.

    Raises:
        InstallError: the folder is no such partition, the release is damaged, or it does not fit.
    """
    boot.check(folder)
    ours = folder / FOLDER
    if not ours.exists():
        boot.check_room(folder, sum((release / name).stat().st_size for name in listed(release)))
    first_start = files("kiosk.appliance.card").joinpath("first_start.py").read_text(encoding="utf-8")
    told = {"user-data": user_data(wishes), "network-config": network_config(wishes), "meta-data": meta_data()}
    yield take(release, ours / "wheels")
    yield InstallStep(
        f"draw the pictures of the first start into {ours / 'pictures'}", lambda: _draw(ours / "pictures", *shown)
    )
    yield steps.write(ours / "first_start.py", first_start)
    yield steps.write(ours / "config.toml", settings)
    for name in boot.CLOUD_FILES:
        file = folder / name
        if file.exists() and not boot.ours(file):
            yield steps.move(file, _aside(file))
        yield steps.write(file, told[name])


def remove(folder: Path) -> Iterator[InstallStep]:
    """The steps that remove from a boot partition what `write` wrote; the image's own files come back.

    Raises:
        InstallError: there is nothing of ours.
    """
    written = [folder / name for name in reversed(boot.CLOUD_FILES) if boot.ours(folder / name)]
    if not written and not (folder / FOLDER / "first_start.py").is_file():
        raise InstallError(f"There is nothing of the table's in {folder}: name the card's partition bootfs.")
    yield from map(steps.delete, written)
    for name in boot.CLOUD_FILES:
        file = folder / name
        if _aside(file).exists() and (file in written or not file.exists()):
            yield steps.move(_aside(file), file)
    if (folder / FOLDER).exists():
        yield steps.delete(folder / FOLDER)


def _draw(folder: Path, language: str, rotation: Rotation) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, packed in pictures(language, rotation).items():
        (folder / name).write_bytes(packed)


def _aside(file: Path) -> Path:
    return file.with_name(file.name + boot.ASIDE)


def flush() -> None:
    """Wait until everything is on the card, so that it may be pulled out; Windows has no call for that."""
    if hasattr(os, "sync"):
        os.sync()
