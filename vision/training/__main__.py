"""Make all networks, one after the other: `python -m vision.training`."""

from __future__ import annotations

import subprocess
import sys

STEPS = (
    ("train",),
    ("train", "--glance", "--batch", "64", "--steps", "62000", "--seed", "3", "--workers", "2"),
    ("train_faces",),
    ("train_slant",),
    ("train_unreadable",),
    ("calibrate",),
)
"""Modules of this folder, and what they are told; later ones look through what earlier ones made."""


def main() -> None:
    """Run every step.

    Raises:
        subprocess.CalledProcessError: one failed; those before it are done.
    """
    for name, *told in STEPS:
        print(name, *told, flush=True)
        subprocess.run([sys.executable, "-m", f"vision.training.{name}", *told], check=True)  # noqa: S603  # of STEPS


if __name__ == "__main__":
    main()
