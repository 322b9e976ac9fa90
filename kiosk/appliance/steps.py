"""The steps by which a machine is changed: each can be shown before it is done, in one line, and then done or not."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class InstallError(Exception):
    """The service cannot be installed; the message is one English sentence with the mend."""


@dataclass(frozen=True, slots=True)
class Write:
    """A file to write."""

    file: Path
    text: str

    def __str__(self) -> str:
        return f"write {self.file}"

    def do(self) -> None:
        """Write it, readable by everybody."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(self.text, encoding="utf-8")
        self.file.chmod(0o644)


@dataclass(frozen=True, slots=True)
class Delete:
    """A file to delete, or a folder with all that is in it."""

    file: Path

    def __str__(self) -> str:
        return f"delete {self.file}"

    def do(self) -> None:
        """Delete it, and the folder that was made for it alone."""
        if self.file.is_dir() and not self.file.is_symlink():
            shutil.rmtree(self.file)
        self.file.unlink(missing_ok=True)
        folder = self.file.parent
        if folder.name.endswith(".service.d") and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


@dataclass(frozen=True, slots=True)
class Run:
    """A command of the system; `needed`: without its success the rest makes no sense."""

    words: tuple[str, ...]
    needed: bool = True
    patience_s: float | None = None
    """A command that takes longer has failed."""

    def __str__(self) -> str:
        return f"run {shlex.join(self.words)}"

    def do(self) -> None:
        """Run it.

        Raises:
            InstallError: it failed, or is not there.
        """
        try:
            done = subprocess.run(  # noqa: S603  our own words
                self.words, check=False, capture_output=True, text=True, timeout=self.patience_s
            )
        except subprocess.TimeoutExpired:
            failure = f"not done within {self.patience_s:.0f} s"
        except OSError as error:
            failure = error.strerror or str(error)
        else:
            complaint = done.stderr.strip().partition("\n")[0] or f"exit code {done.returncode}"
            failure = complaint if done.returncode else ""
        if failure and self.needed:
            raise InstallError(f"{shlex.join(self.words)} failed ({failure}): mend that, then say it again.")


@dataclass(frozen=True, slots=True)
class Move:
    """A file or folder to rename."""

    source: Path
    target: Path

    def __str__(self) -> str:
        return f"move {self.source} to {self.target}"

    def do(self) -> None:
        """Rename it; nothing is ever replaced.

        Raises:
            InstallError: something has that name, or nothing can be renamed there.
        """
        try:
            if self.target.exists():
                raise InstallError(f"{self.target} is in the way: move it, then say it again.")
            self.source.rename(self.target)
        except OSError as error:
            raise InstallError(f"{self.source} cannot be moved ({error.strerror}): mend that.") from error


@dataclass(frozen=True, slots=True)
class Link:
    """A link to be there, in one rename: whoever looks finds what was there or what is to be."""

    place: Path
    target: Path

    def __str__(self) -> str:
        return f"let {self.place} lead to {self.target}"

    def do(self) -> None:
        """Make it beside, and put it in the place of the link that is there.

        Raises:
            InstallError: it cannot be put there.
        """
        fresh = self.place.with_name(f"{self.place.name}.new")
        try:
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(self.target)
            fresh.replace(self.place)
        except OSError as error:
            raise InstallError(f"{self.place} cannot be made ({error.strerror}): mend that.") from error


class Step(Protocol):
    """One change of a machine: `str` is its line."""

    def do(self) -> None:
        """Make it."""
