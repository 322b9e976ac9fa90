"""The steps by which a machine is changed, each with one line of text, so that all can be shown before any is done."""

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
    """One change of a machine: `line` describes it; `do` makes it, or raises an InstallError or OSError."""

    line: str
    do: Callable[[], object]

    def __str__(self) -> str:
        return self.line


def write(file: Path, text: str) -> InstallStep:
    """Write a file that everybody may read."""

    def do() -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o644)

    return InstallStep(f"write {file}", do)


def delete(file: Path) -> InstallStep:
    """Delete a file, or a folder with its contents; and the folder of a systemd drop-in that is left empty."""

    def do() -> None:
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        file.unlink(missing_ok=True)
        folder = file.parent
        if folder.name.endswith(".service.d") and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()

    return InstallStep(f"delete {file}", do)


def run(*words: str, needed: bool = True, patience_s: float | None = None) -> InstallStep:
    """Run a command, which fails if it takes over `patience_s`; unless it is `needed`, failing is no error."""

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
    """Rename a file or folder; nothing is ever replaced."""

    def do() -> None:
        if target.exists():
            raise InstallError(f"{target} is in the way: move it, then say it again.")
        source.rename(target)

    return InstallStep(f"move {source} to {target}", do)


def link(place: Path, target: Path) -> InstallStep:
    """Make or change a link. It is made beside and renamed: at any moment there is the old one or the new one."""

    def do() -> None:
        fresh = place.with_name(f"{place.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(place)

    return InstallStep(f"let {place} lead to {target}", do)
