"""Make all networks, one after the other: `python -m workshop.training`."""

from __future__ import annotations

import argparse
import subprocess
import sys

STEPS = (
    ("train",),
    ("train", "--glance", "--batch", "64", "--steps", "62000", "--seed", "3", "--workers", "2"),
    ("train_faces",),
    ("train_slant",),
    ("calibrate",),
)
"""Modules of this folder, and what they are told; later ones look through what earlier ones made."""


def main() -> None:
    """Run every step; the first one that fails ends it, and those before it are done.

    Raises:
        SystemExit: one failed, or more was asked than to make all.
    """
    argparse.ArgumentParser(prog="python -m workshop.training", description=__doc__).parse_args()
    for name, *told in STEPS:
        print(name, *told, flush=True)
        if subprocess.run(
            [sys.executable, "-m", f"workshop.training.{name}", *told], check=False
        ).returncode:  # of STEPS
            sys.exit(f"{name} failed, those before it are done; what they need comes with `pip install '.[training]'`")


if __name__ == "__main__":
    main()
