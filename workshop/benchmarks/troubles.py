"""What is hard for the reader, staged one trouble at a time: how often it reads, declines, or is wrong and sure.

    python -m workshop.benchmarks.troubles [--scenes N] [--kind NAME] [--without EVIDENCE] [--picture FILE]

Once with nothing told, once told how many dice lie there, as at any table. Scenes are on the training's tables, filmed
by its cheap camera; those with a thing that a guest lays there have a plain die beside it (staged.py).
The picture shows some of each kind with what is read of them, told the number: a question mark where it asks, and an
exclamation mark where it is wrong and does not.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import typer

from vision.reading.reader import Reader
from vision.types import PATTERNS, Hint, Reading
from workshop.benchmarks import staged
from workshop.benchmarks.ablation import EVIDENCE
from workshop.benchmarks.measuring import OUTCOMES, header, outcome, row, shares
from workshop.training.emblem_scenes import EmblemTable
from workshop.training.film import film_of, glare
from workshop.training.litter import litter
from workshop.training.looks import Look, paint, random_look
from workshop.training.sprites import EDGE_PX, Array, Sprite, make_sprites
from workshop.training.tables import SIZE_PX, Image, surface

SHOWN, CAPTION_PX = 6, 28
"""Scenes of each kind in the picture, and the height of what stands below each."""
DARKEST, BRIGHTEST = 40, 210
"""Mean grey levels of a picture."""
WHITE, BLACK = np.array((225, 232, 238), np.float32), np.array((28, 26, 26), np.float32)
APART = 1.8
"""How many edges apart dice lie."""
REFRACTION, LOWER_PIP, UPPER_PIP = 1.49, 0.11, 0.14
"""Of acrylic glass: what lies below is seen nearer by this factor. Radii of pips below and above, in edges."""
Seed = np.random.Generator


def white(look: Look) -> Look:
    return replace(look, body=WHITE, pip=BLACK, special=BLACK, marbling=0.0)


def crimson_on_black(look: Look) -> Look:
    """Pips as dark as the body, shot through with silver veins."""
    pip, silver = np.array((38, 30, 160), np.float32), np.array((170, 175, 180), np.float32)
    return replace(look, body=BLACK, pip=pip, special=pip, second=silver, marbling=0.6, haze=0.0)


def dents(look: Look) -> Look:
    """Orange in orange, the paint rubbed off."""
    body = np.array((40, 105, 225), np.float32)
    return replace(look, body=body, pip=body * 0.72, special=body * 0.72, marbling=0.0, haze=0.2)


def glassy(look: Look) -> Look:
    """Of one colour, and the table shines through."""
    return replace(look, marbling=0.0, speckle=0.0, haze=0.6)


@dataclass(frozen=True, slots=True)
class Trouble:
    """One kind: edges of its dice in pixels, the camera's tilt in radians, the look, and what else lies there.

    `number` is how few and how many dice lie there, `mixed` whether each has a look of its own, and `clear` whether one
    sees through them.
    """

    edges: tuple[float, float] = (36, 44)
    tilts: tuple[float, float] = (0.0, 0.15)
    look: Callable[[Look], Look] = white
    burnt: bool = False
    littered: bool = False
    in_a_row: bool = False
    number: tuple[int, int] = (1, 3)
    mixed: bool = False
    clear: bool = False


KINDS = {
    "white dice from above, 40 pixels": Trouble(),
    "the same, 14 pixels": Trouble(edges=(12, 16)),
    "the same, from 45 degrees and more": Trouble(tilts=(0.78, 1.0)),
    "a lamp burnt into white dice": Trouble(burnt=True),
    "dents without paint": Trouble(look=dents),
    "crimson pips on black, with veins, 22 pixels": Trouble(edges=(20, 24), look=crimson_on_black),
    "labels, keys and plugs, half of them cut off": Trouble(littered=True),
    "three in a row that touch": Trouble(in_a_row=True, number=(3, 3)),
    "a die that fills the picture": Trouble(edges=(150, 190), number=(1, 1)),
    "clear dice, the pips below shine through": Trouble(look=glassy, clear=True),
    "the same, 22 pixels": Trouble(edges=(20, 24), look=glassy, clear=True),
    "5 to 15 mixed dice, 18-25 pixels, from 30-50 degrees": Trouble(
        edges=(18, 25), tilts=(0.52, 0.87), look=lambda look: look, number=(5, 15), mixed=True
    ),
}


class Scene(NamedTuple):
    """A picture, how many dice lie there, and their values; None where it is to be declined."""

    image: Image
    dice: int
    values: list[int] | None


def emblems(rng: Seed, _: list[Sprite]) -> Scene:
    """A maker's dice that show emblems, as a reader sees them whom nobody taught."""
    while True:
        scene = EmblemTable((int(rng.integers(2**32)),)).scene(rng, int(rng.integers(1, 4)), int(rng.integers(0, 4)))
        if scene.dice:
            return Scene(scene.image, len(scene.dice), None)


def beside(rng: Seed, _: list[Sprite], put: Callable[[staged.Stage], None]) -> Scene:
    """What a guest lays beside a plain die; a die that can't be read is to be declined, what is none is not."""
    stage = staged.Stage(int(rng.integers(2**31)))
    value = stage.die(staged.PLAIN)
    put(stage)
    return Scene(stage.filmed(), 1, [value]) if put in staged.NO_DICE else Scene(stage.filmed(), 2, None)


def in_trouble(rng: Seed, sprites: list[Sprite], trouble: Trouble) -> Scene:
    """A scene with this trouble."""
    ground = np.clip(surface(rng), 0, 255).astype(np.uint8)
    if trouble.littered:
        litter(rng, ground)
    table, owner = ground.astype(np.float32), np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    fitting = [s for s in sprites if s.value and trouble.tilts[0] <= s.tilt <= trouble.tilts[1]]
    felt = table.reshape(-1, 3).mean(0)
    look, edge = trouble.look(random_look(rng, felt)), float(rng.uniform(*trouble.edges))
    heading, values = float(rng.uniform(0, np.pi)), list[int]()
    for spot in places(rng, trouble, edge, heading):
        sprite = fitting[int(rng.integers(len(fitting)))]
        turn = rng.uniform(0, 2 * np.pi) if sprite.tilt < 0.2 else rng.normal(0, 0.1)
        turn = heading - sprite.heading if trouble.in_a_row else turn
        look = trouble.look(random_look(rng, felt)) if trouble.mixed else look
        linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32) * edge / EDGE_PX
        paint(table, owner, len(values), sprite, linear, spot.astype(np.float32), look)
        if trouble.clear:
            shine_through(rng, table, sprite, (linear, spot), look.pip)
        if trouble.burnt:
            glare(rng, table, spot + sprite.corners.mean(0) @ linear.T, edge)
        values.append(sprite.value)
    film = film_of(rng, table)
    while not DARKEST < film.mean() < BRIGHTEST:  # some of the training's are too dark or bright for eyes, too
        film = film_of(rng, table)
    return Scene(film, len(values), values)


def places(rng: Seed, trouble: Trouble, edge: float, heading: float) -> Iterator[Array]:
    """Where the dice of a scene lie; `heading`: which way a row of them runs, radians."""
    if trouble.in_a_row:
        yield from (SIZE_PX / 2 + edge * np.array((np.cos(heading), np.sin(heading))) * k for k in (-1, 0, 1))
        return
    spots: list[Array] = []
    count = int(rng.integers(trouble.number[0], trouble.number[1] + 1))
    while len(spots) < count:
        spot = rng.uniform(edge, SIZE_PX - edge, 2) if edge < SIZE_PX / 2 else np.full(2, SIZE_PX / 2)
        if all(np.linalg.norm(spot - other) >= APART * edge for other in spots):
            spots.append(spot)
            yield spot


def shine_through(rng: Seed, image: Array, sprite: Sprite, placed: tuple[Array, Array], pip: Array) -> None:
    """Draw the lower face's pips as they are seen through a die that was painted at this place, fainter and blurred.

    They lie under the upper face's pips, and nearer than they are, as light is refracted.
    """
    linear, at = placed
    top, foot = (corners @ linear.T + at for corners in (sprite.corners, sprite.footprint))
    lower = np.asarray(top + (foot - top) / REFRACTION, np.float32)
    dots = np.array(PATTERNS[7 - sprite.value], np.float32) * rng.uniform(0.44, 0.58)
    if rng.random() < 0.5:
        dots = dots[:, ::-1] * (1, -1)
    to_picture = cv2.getPerspectiveTransform(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32), lower)
    seen = cv2.perspectiveTransform(dots[None].astype(np.float32), to_picture)[0]
    edge = float(np.linalg.norm(lower[1] - lower[0]))
    below = cv2.GaussianBlur(discs(seen, LOWER_PIP * edge), (0, 0), max(0.5, 0.02 * edge)) * rng.uniform(0.15, 0.5)
    above = discs(sprite.pips @ linear.T + at, UPPER_PIP * edge)
    image += (pip - image) * (below * (1 - above))[..., None]


def discs(middles: Array, radius: float) -> Array:
    """How much of each pixel, 0…1, discs about these places (n, 2) cover."""
    drawn = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    for x, y in np.rint(middles * 16).astype(int).tolist():
        cv2.circle(drawn, (x, y), round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    return drawn / np.float32(255)


def captioned(scene: Scene, reading: Reading) -> Image:
    """The picture above what is read of it."""
    caption = np.zeros((CAPTION_PX, SIZE_PX, 3), np.uint8)
    mark = {"exact": "", "declined": " ?", "silent": " !"}[outcome(reading, scene.values)]
    text = " ".join(str(value) for value in sorted(die.value for die in reading.dice)) + mark
    cv2.putText(caption, text, (6, CAPTION_PX - 8), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (235, 240, 245), 2, cv2.LINE_AA)
    return np.asarray(np.vstack([scene.image, caption]), np.uint8)


def main(scenes: int = 100, kind: str = "", without: str = "", picture: Path = Path("build/troubles.jpg")) -> None:
    """Stage each trouble, or those whose names begin like `kind`; `without` an evidence of the judge, such as glare."""
    cv2.setNumThreads(1)
    stages: dict[str, Callable[[Seed, list[Sprite]], Scene]] = {
        **{name: partial(in_trouble, trouble=trouble) for name, trouble in KINDS.items()},
        "emblems that nobody taught": emblems,
        **{put.__name__.replace("_", " "): partial(beside, put=put) for put in staged.KINDS},
    }
    reader, sprites, rows = Reader(), make_sprites(31, 500), list[Image]()
    header("trouble", *OUTCOMES, *(f"number told: {what}" for what in OUTCOMES))
    with EVIDENCE[without]() if without else nullcontext():
        for name in [name for name in stages if name.startswith(kind)]:
            rng, shown = np.random.default_rng(31), list[Image]()
            plain, told = Counter[str](), Counter[str]()
            for _ in range(scenes):
                scene = stages[name](rng, sprites)
                plain[outcome(reader.read(scene.image), scene.values)] += 1
                reading = reader.read(scene.image, Hint(dice=scene.dice))
                told[outcome(reading, scene.values)] += 1
                shown.append(captioned(scene, reading))
            row(name, *shares(plain), *shares(told))
            rows.append(np.asarray(np.hstack(shown[:SHOWN]), np.uint8))
    picture.parent.mkdir(exist_ok=True)
    small = cv2.resize(np.vstack(rows), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(picture), small, [cv2.IMWRITE_JPEG_QUALITY, 80])


if __name__ == "__main__":
    typer.run(main)
