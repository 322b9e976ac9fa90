"""`python -m workshop.release OUT`: a release for the table, made in a checkout; twice made, the same bytes.

What the program needs is pinned in systemd/wheels.txt, each wheel by its checksum: those for Python 3.13 on arm64, as
Raspberry Pi OS Trixie has it. `--pin` writes that file anew, from the newest that there are.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kiosk.appliance.bundle import EXTRA, PREFIX, SUMS, digest
from kiosk.appliance.steps import InstallError

PINS = Path("systemd/wheels.txt")
PYTHON = "3.13"
PLATFORMS = ("manylinux_2_28_aarch64", "manylinux_2_27_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
"""Trixie has glibc 2.41: these are the tags that wheels for it bear."""
INSTALLER = "pip"
"""Goes along: an image without python3-venv has none."""
EPOCH = "1580601600"
"""2020-02-02, hatchling's own date: what is packed bears it, whenever it is packed."""
TARGET = (
    *("--only-binary=:all:", "--python-version", PYTHON, "--implementation", "cp"),
    *(word for platform in PLATFORMS for word in ("--platform", platform)),
)
HEAD = "# The wheels of a release, for Python 3.13 on arm64: python -m workshop.release --pin\n"


def write_sums(folder: Path) -> None:
    """Write the checksums of all that lies in a folder beside it, in sha256sum's format."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != SUMS)
    lines = [f"{digest(file)}  {file.name}\n" for file in files]
    (folder / SUMS).write_bytes("".join(lines).encode())  # the same line ends on every system


def build(checkout: Path, out: Path) -> Path:
    """Make a release of a checkout in the folder `out`; its own folder.

    Raises:
        InstallError: it cannot be made.
    """
    project = _project(checkout)
    folder = out / f"{PREFIX}{project['version']}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _pip("download", "--no-deps", "--require-hashes", *TARGET, "-d", str(folder), "-r", str(checkout / PINS))
    _pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(checkout.absolute()))
    write_sums(folder)
    return folder


def pin(checkout: Path) -> None:
    """Pin the newest wheels that the project can be used with.

    Raises:
        InstallError: there are none for the table.
    """
    with TemporaryDirectory() as folder:
        project = _project(checkout)
        wanted = *project["dependencies"], *project["optional-dependencies"][EXTRA], INSTALLER
        _pip("download", *TARGET, "-d", folder, *wanted)
        lines = [_pinned(wheel) for wheel in sorted(Path(folder).glob("*.whl"))]
    (checkout / PINS).write_text(HEAD + "".join(lines), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m workshop.release", description=__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=Path("dist"), help="the folder to make the release in")
    parser.add_argument("--checkout", type=Path, default=Path(), help="the checkout; without it, where you are")
    parser.add_argument("--pin", action="store_true", help=f"write {PINS} anew, and make no release")
    asked = parser.parse_args(arguments)
    try:
        if asked.pin:
            pin(asked.checkout)
            print(asked.checkout / PINS)
        else:
            print(build(asked.checkout, asked.out))
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _project(checkout: Path) -> Mapping[str, Any]:
    try:
        project: dict[str, Any] = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        raise InstallError(f"{checkout.absolute()} is no checkout of this program: say it in one.") from error
    return project


def _pinned(wheel: Path) -> str:
    name, version = wheel.name.split("-")[:2]
    return f"{name.lower().replace('_', '-')}=={version} --hash=sha256:{digest(wheel)}\n"


def _pip(*words: str) -> None:
    """Run pip.

    Raises:
        InstallError: it failed; the message is its own first complaint.
    """
    command = (sys.executable, "-m", "pip", words[0], "--quiet", "--disable-pip-version-check", *words[1:])
    surroundings = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=surroundings)
    if done.returncode:
        complaints = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise InstallError(
            f"pip {words[0]} failed ({(complaints or ['no word why'])[-1]}): mend that, then say it again."
        )


if __name__ == "__main__":
    sys.exit(main())
