"""The steps that make a card's boot partition one of a table, and that undo it; each shown before it is done."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from kiosk.appliance.bundle import Take, listed
from kiosk.appliance.card import boot
from kiosk.appliance.card.cloud import FOLDER, Wanted, meta_data, network_config, user_data
from kiosk.appliance.card.pictures import pictures
from kiosk.appliance.steps import Delete, InstallError, Move, Step, Write
from kiosk.view import Rotation


@dataclass(frozen=True, slots=True)
class Look:
    """How the pictures of the first start look."""

    language: str
    rotation: Rotation = Rotation.LYING


@dataclass(frozen=True, slots=True)
class Draw:
    """The pictures to draw into a folder."""

    folder: Path
    look: Look

    def __str__(self) -> str:
        return f"draw the pictures of the first start into {self.folder}"

    def do(self) -> None:
        """Draw them all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, packed in pictures(self.look.language, self.look.rotation).items():
            (self.folder / name).write_bytes(packed)


@dataclass(frozen=True, slots=True)
class DeleteAll:
    """A folder to delete, with all that is in it."""

    folder: Path

    def __str__(self) -> str:
        return f"delete {self.folder}"

    def do(self) -> None:
        """Delete it."""
        shutil.rmtree(self.folder)


def write(folder: Path, release: Path, wanted: Wanted, settings: str, look: Look) -> Iterator[Step]:
    """The steps that write onto a boot partition; `settings` is the table's config.toml.

    What cloud-init begins with comes last: a card that was half written does nothing by itself.

    Raises:
        InstallError: the folder is no such partition, the release is damaged, or it does not fit.
    """
    boot.check(folder)
    ours = folder / FOLDER
    if not ours.exists():
        boot.check_room(folder, sum((release / name).stat().st_size for name in listed(release)))
    first_start = files("kiosk.appliance.card").joinpath("first_start.py").read_text(encoding="utf-8")
    told = {"user-data": user_data(wanted), "network-config": network_config(wanted.wifi)}
    told["meta-data"] = meta_data(*told.values(), settings, *listed(release).values())
    yield Take(release, ours / "wheels")
    yield Draw(ours / "pictures", look)
    yield Write(ours / "first_start.py", first_start)
    yield Write(ours / "config.toml", settings)
    for name in boot.CLOUD_FILES:
        file = folder / name
        if file.exists() and not boot.ours(file):
            yield Move(file, _aside(file))
        yield Write(file, told[name])


def remove(folder: Path) -> Iterator[Step]:
    """The steps that take from a boot partition what `write` wrote; the image's own files come back.

    Raises:
        InstallError: there is nothing of ours.
    """
    files_of_ours = [folder / name for name in reversed(boot.CLOUD_FILES) if boot.ours(folder / name)]
    if not files_of_ours and not (folder / FOLDER / "first_start.py").is_file():
        raise InstallError(f"There is nothing of the table's in {folder}: name the card's partition bootfs.")
    for file in files_of_ours:
        yield Delete(file)
    for name in boot.CLOUD_FILES:
        file = folder / name
        if _aside(file).exists() and (file in files_of_ours or not file.exists()):
            yield Move(_aside(file), file)
    if (folder / FOLDER).exists():
        yield DeleteAll(folder / FOLDER)


def _aside(file: Path) -> Path:
    return file.with_name(file.name + boot.ASIDE)


def flush() -> None:
    """Have all that was written reach the card before somebody pulls it out, where the system can be told to."""
    if hasattr(os, "sync"):
        os.sync()
