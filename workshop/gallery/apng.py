"""Writes a moving picture as an animated PNG of 256 colours: small enough for a page, and every browser plays it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image as Pictures
from PIL.PngImagePlugin import Blend, Disposal

from vision.types import Image

TRANSPARENT = 255
"""Index of the colour that leaves what was there."""
UNCHANGED = 6
"""Grey levels: a camera's grain changes a pixel by no more from picture to picture."""
SAMPLED = 4
"""Of each fourth picture every fourth row and column has a say in which colours there are."""


def write_apng(file: Path, pictures: Sequence[Image], fps: float, *, last_s: float = 2.0) -> None:
    """Write the pictures, BGR, all of one size; the last one stays `last_s` before they begin anew."""
    sample = np.concatenate([image[::SAMPLED, ::SAMPLED, ::-1] for image in pictures[::SAMPLED]])
    palette = Pictures.fromarray(sample).quantize(TRANSPARENT, kmeans=1)
    colours = np.resize(palette.getpalette() or [0], 3 * (TRANSPARENT + 1)).tolist()
    shown = np.full_like(pictures[0], 255) - pictures[0]
    frames: list[Pictures.Image] = []
    for image in pictures:
        changed = np.abs(image.astype(np.int16) - shown).max(axis=-1) > UNCHANGED
        changed |= not frames
        shown[changed] = image[changed]
        frame = Pictures.fromarray(image[..., ::-1]).quantize(palette=palette, dither=Pictures.Dither.NONE)
        frame.putpalette(colours)
        frame.info["transparency"] = TRANSPARENT
        frame.paste(TRANSPARENT, mask=Pictures.fromarray(~changed))
        frames.append(frame)
    stays = [*[1000 / fps] * (len(frames) - 1), 1000 * last_s]
    frames[0].save(
        file, save_all=True, append_images=frames[1:], duration=stays, blend=Blend.OP_OVER, disposal=Disposal.OP_NONE
    )
