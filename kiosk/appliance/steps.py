"""The steps by which a machine is changed: each can be shown before it is done, in one line, and then done or not."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class InstallError(Exception):
    """The service cannot be installed; the message is one English sentence with the mend."""


@dataclass(frozen=True, slots=True)
class InstallStep:
    """One change of a machine: `str` is its line; `do` makes it, or raises an InstallError or OSError."""

    line: str
    do: Callable[[], object]

    def __str__(self) -> str:
        return self.line


def write(file: Path, text: str) -> InstallStep:
    """A file to write, readable by everybody."""

    def do() -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o644)

    return InstallStep(f"write {file}", do)


def delete(file: Path) -> InstallStep:
    """A file to delete, or a folder with all that is in it; and the folder that was made for a drop-in alone."""

    def do() -> None:
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        file.unlink(missing_ok=True)
        folder = file.parent
        if folder.name.endswith(".service.d") and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()

    return InstallStep(f"delete {file}", do)


def run(*words: str, needed: bool = True, patience_s: float | None = None) -> InstallStep:
    """A command of the system, which fails if it takes longer; where it is `needed`, its failure is an error."""

    def do() -> None:
        try:
            done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=patience_s)  # noqa: S603  our own words
            complaint = done.stderr.strip().partition("\n")[0] or f"exit code {done.returncode}"
            failure = complaint if done.returncode else ""
        except subprocess.TimeoutExpired:
            failure = f"not done within {patience_s:.0f} s"
        except OSError as error:
            failure = error.strerror or str(error)
        if failure and needed:
            raise InstallError(f"{shlex.join(words)} failed ({failure}): mend that, then say it again.")

    return InstallStep(f"run {shlex.join(words)}", do)


def move(source: Path, target: Path) -> InstallStep:
    """A file or folder to rename; nothing is ever replaced."""

    def do() -> None:
        if target.exists():
            raise InstallError(f"{target} is in the way: move it, then say it again.")
        source.rename(target)

    return InstallStep(f"move {source} to {target}", do)


def link(place: Path, target: Path) -> InstallStep:
    """A link to be there, made beside and put there in one rename: whoever looks finds what was or what is to be."""

    def do() -> None:
        fresh = place.with_name(f"{place.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(place)

    return InstallStep(f"let {place} lead to {target}", do)
