"""The mean of several exported networks.

    python -m workshop.training.average_weights A.onnx.xz B.onnx.xz … --out C.onnx.xz

For networks of which one was trained on from another. On what none was trained on, their mean errs less than any of
them (Wortsman et al. 2022, "Model soups").
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from workshop.training.network import read, write


def mean_of(paths: list[Path]) -> onnx.ModelProto:
    """A model like the first, whose weights are the mean of all.

    Raises:
        ValueError: where they are not of one shape.
    """
    models = [read(path) for path in paths]
    made = models[0]
    weights = [{tensor.name: tensor for tensor in model.graph.initializer} for model in models]
    for tensor in made.graph.initializer:
        arrays = [numpy_helper.to_array(one[tensor.name]) for one in weights if tensor.name in one]
        if len({array.shape for array in arrays}) > 1 or len(arrays) < len(models):
            raise ValueError(f"{tensor.name} is not in all of these networks, or not as large")
        mean = np.mean([array.astype(np.float64) for array in arrays], 0).astype(arrays[0].dtype)
        tensor.CopyFrom(numpy_helper.from_array(mean, tensor.name))
    return made


def main() -> None:
    """Read, average, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    write(mean_of(args.networks), args.out)


if __name__ == "__main__":
    main()
