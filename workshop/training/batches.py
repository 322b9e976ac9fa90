"""Cut-outs to train small nets on, in batches: each is rendered once and kept, so that a run cut short can go on."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from workshop.training.sprites import Array

Batch = Callable[[tuple[int, int]], tuple[Array, Array]]
"""From a seed and how many scenes to render, (seed, scenes), to pictures (n, 3, side, side) uint8, and what is true of
each."""


def arguments(about: str | None, out: Path) -> argparse.ArgumentParser:
    """What every training of a small net is told; `batches`, `scenes`, `epochs` and `rate` want defaults."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--batches", type=int)
    parser.add_argument("--scenes", type=int, help="scenes in each batch")
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--out", type=Path, default=out)
    return parser


def rendered(args: argparse.Namespace, name: str, batch: Batch) -> tuple[Tensor, Tensor, int]:
    """All pictures and what is true of them, and how many at the end make the last batch, which is not trained on."""
    args.work.mkdir(parents=True, exist_ok=True)
    tasks = [(args.seed * 1000 + number, args.scenes) for number in range(args.batches)]
    kept = {seed: args.work / f"{name}-{seed}.npz" for seed, _ in tasks}
    missing = [task for task in tasks if not kept[task[0]].exists()]
    with multiprocessing.Pool(args.processes) as pool:
        for (seed, _), (pictures, truths) in zip(missing, pool.imap(batch, missing), strict=True):
            np.savez(kept[seed], pictures=pictures, truths=truths)
    batches = [np.load(path) for path in kept.values()]
    pictures, truths = (
        torch.from_numpy(np.concatenate([made[key] for made in batches])) for key in ("pictures", "truths")
    )
    return pictures, truths, len(batches[-1]["truths"])
