"""The network: a small U-shaped convolutional net that marks top faces, their pips and dice that can't be read.

One output of 19 planes at a quarter of the picture's size; `vision/reading/detector.py` says what each plane means.
"""

from __future__ import annotations

import copy
import io
import lzma
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn

PLANES = 19
_PACKED = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 1, "pb": 1}
"""Numbers have two bytes, of which one is much alike: a twentieth less than by the usual guess of four."""


def conv(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    """A 3x3 convolution, normalised and rectified."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions beside a straight path.

    They add nothing at first (Goyal et al. 2017, section 5.1): a trained net can be made deeper and say the same.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(width, width), nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )
        nn.init.zeros_(self.body[-1].weight)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.body(x))


class Net(nn.Module):
    """BGR in 0…1, (n, 3, h, w), h and w multiples of 16; out (n, PLANES, h / 4, w / 4), raw (no sigmoid).

    The slim one, for glances, takes a quarter of the time.
    """

    def __init__(self, slim: bool = False) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth, head = (8, 16, 32, 48, 32) if slim else (16, 32, 64, 96, 64)
        deep = 2 if slim else 4
        self.quarter = nn.Sequential(conv(3, half, 2), conv(half, quarter, 2), Residual(quarter))
        self.eighth = nn.Sequential(conv(quarter, eighth, 2), Residual(eighth), Residual(eighth))
        self.sixteenth = nn.Sequential(conv(eighth, sixteenth, 2), *(Residual(sixteenth) for _ in range(deep)))
        self.side8 = nn.Conv2d(sixteenth, eighth, 1)
        self.fuse8 = conv(eighth, eighth)
        self.side4 = nn.Conv2d(eighth, quarter, 1)
        self.fuse4 = conv(quarter, quarter)
        self.head = nn.Sequential(conv(quarter, head), nn.Conv2d(head, PLANES, 1))
        last = self.head[-1]
        with torch.no_grad():  # dice, troubles and pips are rare: begin by seeing none
            last.bias.zero_()
            last.bias[[0, 1, 15, 16, 17, 18]] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        a = self.quarter(x - 0.5)
        b = self.eighth(a)
        c = self.sixteenth(b)
        up = nn.functional.interpolate
        b = self.fuse8(b + up(self.side8(c), scale_factor=2.0, mode="nearest"))
        a = self.fuse4(a + up(self.side4(b), scale_factor=2.0, mode="nearest"))
        planes: Tensor = self.head(a)
        return planes


def begin_with(net: nn.Module, path: Path, pictures: Tensor) -> dict[str, Tensor]:
    """Give a net the weights of an exported one, to train it further.

    Exporting folds each normalisation into the convolution before it, and what it was is lost. Each is given the mean
    and deviation that its input has for these pictures, (n, 3, h, w) in 0…1, so that the net says what it said. Layers
    that the exported one lacks stay as they are. A copy of what it was given comes back, for `halfway`.
    """
    graph = read(path).graph
    kept = {name: onnx.numpy_helper.to_array(tensor).astype(np.float32) for name, tensor in _weights(graph).items()}
    weights = [[kept[name] for name in node.input[1:]] for node in graph.node if node.op_type in {"Conv", "Gemm"}]
    layers = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    given = []
    for layer, after in zip(layers, [*layers[1:], None], strict=True):
        if isinstance(layer, nn.BatchNorm2d) or not weights or layer.weight.shape != weights[0][0].shape:
            continue
        weight, bias = (torch.from_numpy(array.copy()).to(layer.weight.device) for array in weights.pop(0))
        layer.weight.data = weight
        if layer.bias is None:
            after.bias.data, after.weight.data = bias, torch.full_like(bias, math.sqrt(1 + after.eps))
            given.append(after)
        else:
            layer.bias.data = bias
    if weights:
        raise ValueError(f"{path} has layers that this net lacks")
    net.eval()
    for norm in given:
        hook = norm.register_forward_pre_hook(_told)
        with torch.no_grad():
            net(pictures)
        hook.remove()
    return {name: tensor.clone() for name, tensor in net.state_dict().items()}


def halfway(net: nn.Module, begun: Mapping[str, Tensor] | None) -> nn.Module:
    """A net halfway between what it was when further training began and what it is now; itself if it began afresh.

    On what neither was trained on such a mean errs less than both (Wortsman et al. 2022, "Robust fine-tuning of
    zero-shot models"): of the measuring set's photographs either read some that the other did not.
    """
    made = copy.deepcopy(net)
    if begun is not None:
        now = net.state_dict()
        mean = {name: (begun[name] + now[name]) / 2 if now[name].is_floating_point() else now[name] for name in now}
        made.load_state_dict(mean)
    return made


def _weights(graph: onnx.GraphProto) -> dict[str, onnx.TensorProto]:
    """The weights of an exported network by the names its layers have for them, also those kept in half precision."""
    weights = {tensor.name: tensor for tensor in graph.initializer}
    return weights | {node.output[0]: weights[node.input[0]] for node in graph.node if node.op_type == "Cast"}


def _told(norm: nn.BatchNorm2d, inputs: tuple[Tensor]) -> None:
    """A normalisation that changes nothing learns what its input is like, and goes on changing nothing."""
    variance, mean = torch.var_mean(inputs[0], (0, 2, 3))
    norm.running_mean, norm.running_var = mean, variance
    norm.bias.data += mean
    norm.weight.data = (variance + norm.eps).sqrt()


def export(net: nn.Module, channels: int, side_px: int, path: Path) -> None:
    """Write a net for square cut-outs as ONNX for OpenCV's DNN module, its weights in half precision."""
    with torch.device("cpu"):
        plain = copy.deepcopy(net).to("cpu", memory_format=torch.contiguous_format)
        write(halved(traced(plain, torch.zeros(1, channels, side_px, side_px))), path)


def traced(net: nn.Module, example: Tensor, **names: object) -> onnx.ModelProto:
    """A net as ONNX, by what it does to an example; `names` as torch.onnx.export takes them."""
    made = io.BytesIO()
    torch.onnx.export(net.eval(), (example,), made, opset_version=13, dynamo=False, **names)
    return onnx.load_from_string(made.getvalue())


def read(path: Path) -> onnx.ModelProto:
    """An exported network."""
    return onnx.load_from_string(lzma.decompress(path.read_bytes()))


def write(model: onnx.ModelProto, path: Path) -> None:
    """Keep a network compressed: of weights in half precision every other byte says little."""
    path.write_bytes(lzma.compress(model.SerializeToString(), filters=[_PACKED]))


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same with its weights in half precision, to be taken for single when it is loaded: half the size."""
    graph = model.graph
    for weights in [tensor for tensor in graph.initializer if tensor.data_type == onnx.TensorProto.FLOAT]:
        name = f"{weights.name}.half"
        half = onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(weights).astype(np.float16), name)
        graph.initializer.remove(weights)
        graph.initializer.append(half)
        graph.node.insert(0, onnx.helper.make_node("Cast", [name], [weights.name], to=onnx.TensorProto.FLOAT))
    return model


def multiplying_plainly(model: onnx.ModelProto, width: int) -> onnx.ModelProto:
    """The same, so that OpenCV does without Winograd's transform in its 3x3 convolutions from `width` channels up.

    It keeps 64 numbers for every 9 of a layer (Lavin and Gray 2016, F(6x6, 3x3)). The widest layers see the fewest
    cells: there it costs most memory and saves least time. OpenCV's convolution asks for `use_winograd`, and its
    importer hands on whatever attributes a node has.
    """
    weights = _weights(model.graph)
    for node in [node for node in model.graph.node if node.op_type == "Conv"]:
        _, inside, *kernel = weights[node.input[1]].dims
        if kernel == [3, 3] and inside >= width:
            node.attribute.append(onnx.helper.make_attribute("use_winograd", 0))
    return model
