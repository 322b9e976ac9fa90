"""What is hard for the reader, staged one trouble at a time: how often it reads, declines, or is wrong and sure.

Once with nothing told, once told how many dice lie there, as at any table; and of what it declines then, what it asks.

    python -m workshop.benchmarks.troubles [--scenes N] [--kind NAME] [--without EVIDENCE] [--picture FILE]

Each scene has one to three dice, where its row says no other number, on one of the training's tables, filmed by its
cheap camera. The picture shows some of each kind with what is read of them, told the number: a question mark where it
asks, and an exclamation mark where it is wrong and does not.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.reading.reader import Reader
from vision.types import Hint, Reading
from workshop.benchmarks.ablation import EVIDENCE, without
from workshop.training.emblem_scenes import EmblemTable
from workshop.training.film import film_of, glare
from workshop.training.litter import litter
from workshop.training.looks import LUMA, Look, paint, random_look
from workshop.training.odd_scenes import make_odd_scene
from workshop.training.rare_dice import inlaid_sprites, shine_through
from workshop.training.sprites import EDGE_PX, Array, Sprite, make_sprites
from workshop.training.tables import SIZE_PX, Image, surface

OUTCOMES = ("exact", "declined", "silent")
SHOWN = 6
"""Scenes of each kind in the picture."""
CAPTION_PX = 28
"""Height of what stands below each."""
DARKEST, BRIGHTEST = 40, 210
"""Mean grey levels of a picture."""
WHITE = np.array((225, 232, 238), np.float32)
BLACK = np.array((28, 26, 26), np.float32)
_APART = 1.8
"""How many edges apart dice lie."""
INLAY_STANDS_OUT = 90.0
"""Grey levels by which an inlay is darker than a white die."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One kind: edges of its dice in pixels, the camera's tilt in radians, the look, and what else lies there.

    `number` is how few and how many dice lie there, `mixed` whether each has a look of its own, `clear` whether one
    sees through them, and `inlaid` whether their pips are in discs; the camera may be `grey`.
    """

    edges: tuple[float, float] = (36, 44)
    tilts: tuple[float, float] = (0.0, 0.15)
    look: Callable[[Look], Look] = lambda look: replace(look, body=WHITE, pip=BLACK, special=BLACK, marbling=0.0)
    streaked: bool = False
    burnt: bool = False
    littered: bool = False
    in_a_row: bool = False
    number: tuple[int, int] = (1, 3)
    mixed: bool = False
    clear: bool = False
    inlaid: bool = False
    grey: bool = False


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


def one_white(look: Look) -> Look:
    """White, with an inlay of any colour that a grey camera tells from white."""
    inlay = look.body if (WHITE - look.body) @ LUMA > INLAY_STANDS_OUT else BLACK
    return replace(look, body=WHITE, pip=inlay, special=inlay, marbling=0.0, haze=0.0, speckle=0.0)


KINDS = {
    "white dice from above, 40 pixels": Trouble(),
    "the same, 14 pixels": Trouble(edges=(12, 16)),
    "the same, from 45 degrees and more": Trouble(tilts=(0.78, 1.0)),
    "a lamp's streak across the pips": Trouble(streaked=True),
    "a lamp burnt into white dice": Trouble(burnt=True),
    "a lamp burnt into dice of any colour": Trouble(burnt=True, look=lambda look: look),
    "dents without paint": Trouble(look=dents),
    "crimson pips on black, with veins, 22 pixels": Trouble(edges=(20, 24), look=crimson_on_black),
    "labels, keys and plugs, half of them cut off": Trouble(littered=True),
    "three in a row that touch": Trouble(in_a_row=True),
    "a die that fills the picture": Trouble(edges=(150, 190)),
    "clear dice, the pips below shine through": Trouble(look=glassy, clear=True),
    "the same, 22 pixels": Trouble(edges=(20, 24), look=glassy, clear=True),
    "pips in inlaid discs, a grey camera": Trouble(edges=(26, 85), look=one_white, inlaid=True, grey=True),
    "dice of any colour, a grey camera": Trouble(look=lambda look: look, grey=True),
    "5 to 15 mixed dice, 18-25 pixels, from 30-50 degrees": Trouble(
        edges=(18, 25), tilts=(0.52, 0.87), look=lambda look: look, number=(5, 15), mixed=True
    ),
}


class Scene(NamedTuple):
    """A picture, how many dice lie there, and their values, sorted; None where it is to be declined."""

    image: Image
    dice: int
    values: list[int] | None


Stage = Callable[[np.random.Generator, list[Sprite]], Scene]


def emblems(rng: np.random.Generator, _sprites: list[Sprite]) -> Scene:
    """A maker's dice that show emblems, as a reader sees them whom nobody taught."""
    while True:
        scene = EmblemTable((int(rng.integers(2**32)),)).scene(rng, int(rng.integers(1, 4)), int(rng.integers(0, 4)))
        if scene.dice:
            return Scene(scene.image, len(scene.dice), None)


def unreadable(rng: np.random.Generator, sprites: list[Sprite]) -> Scene:
    """One die in motion, out of focus or half covered, among some that lie still."""
    by_tilt = sorted(sprites, key=lambda sprite: sprite.tilt)
    while True:
        scene = make_odd_scene(rng, by_tilt)
        if scene is not None and scene.odd is not None:
            return Scene(scene.image, len(scene.still) + 1, None)


def staged(rng: np.random.Generator, sprites: list[Sprite], trouble: Trouble) -> Scene:
    """A scene with this trouble."""
    ground = np.clip(surface(rng), 0, 255).astype(np.uint8)
    if trouble.littered:
        litter(rng, ground)
    table = ground.astype(np.float32)
    owner = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    fitting = [s for s in sprites if s.value and trouble.tilts[0] <= s.tilt <= trouble.tilts[1]]
    if trouble.inlaid:
        fitting = inlaid_sprites(rng, 3)
    felt = table.reshape(-1, 3).mean(0)
    look = trouble.look(random_look(rng, felt))
    edge = float(rng.uniform(*trouble.edges))
    heading, spots = _places(rng, trouble, edge)
    values: list[int] = []
    for spot in spots:
        sprite = fitting[int(rng.integers(len(fitting)))]
        turn = rng.uniform(0, 2 * np.pi) if sprite.tilt < 0.2 else rng.normal(0, 0.1)
        if trouble.in_a_row:
            turn = heading - sprite.heading
        if trouble.mixed:
            look = trouble.look(random_look(rng, felt))
        linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * edge / EDGE_PX
        paint(table, owner, len(values), sprite, linear.astype(np.float32), spot.astype(np.float32), look)
        if trouble.clear:
            shine_through(rng, table, sprite, linear, spot, look)
        if trouble.streaked:
            streak(rng, table, spot + sprite.corners.mean(0) @ linear.T, edge)
        if trouble.burnt:
            glare(rng, table, spot + sprite.corners.mean(0) @ linear.T, edge)
        values.append(sprite.value)
    film = film_of(rng, table)
    while not DARKEST < film.mean() < BRIGHTEST:  # some of the training's are too dark or bright for eyes, too
        film = film_of(rng, table)
    if trouble.grey:
        film = cv2.cvtColor(cv2.cvtColor(film, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return Scene(film, len(values), sorted(values))


def _places(rng: np.random.Generator, trouble: Trouble, edge: float) -> tuple[float, list[Array]]:
    """Which way a row of dice runs, radians, and where the dice of a scene lie."""
    count = int(rng.integers(trouble.number[0], trouble.number[1] + 1)) if edge < SIZE_PX / 5 else 1
    heading = float(rng.uniform(0, np.pi))
    if trouble.in_a_row:
        along = np.array((np.cos(heading), np.sin(heading)))
        return heading, [SIZE_PX / 2 + edge * along * k for k in (-1, 0, 1)]
    spots: list[Array] = []
    while len(spots) < count:
        spot = rng.uniform(edge, SIZE_PX - edge, 2) if edge < SIZE_PX / 2 else np.full(2, SIZE_PX / 2)
        if all(np.linalg.norm(spot - other) >= _APART * edge for other in spots):
            spots.append(spot)
    return heading, spots


def streak(rng: np.random.Generator, image: Array, at: Array, edge: float) -> None:
    """A lamp mirrored by the face: a bright curve from one place on it to another."""
    ends = at + rng.uniform(-0.45, 0.45, (3, 2)) * edge
    t = np.linspace(0, 1, 24)[:, None]
    curve = (1 - t) ** 2 * ends[0] + 2 * t * (1 - t) * ends[1] + t**2 * ends[2]
    width = max(1, round(edge * rng.uniform(0.05, 0.12)))
    cv2.polylines(image, [curve.round().astype(np.int32)], isClosed=False, color=(250, 250, 250), thickness=width)


def outcome(reading: Reading, values: list[int] | None) -> str:
    """What a reading of these values comes to, one of OUTCOMES; None is to be declined."""
    right = sorted(die.value for die in reading.dice) == values
    return "declined" if not reading.certain else "exact" if right else "silent"


DECLINED: dict[str, Stage] = {
    "emblems that nobody taught, to be declined": emblems,
    "one in motion, out of focus or half covered, to be declined": unreadable,
}
MARKS = {"exact": "", "declined": " ?", "silent": " !"}


def captioned(image: Image, reading: Reading, values: list[int] | None) -> Image:
    """The picture above what is read of it."""
    caption = np.zeros((CAPTION_PX, image.shape[1], 3), np.uint8)
    read = " ".join(str(value) for value in sorted(die.value for die in reading.dice))
    text = read + MARKS[outcome(reading, values)]
    cv2.putText(caption, text, (6, CAPTION_PX - 8), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (235, 240, 245), 2, cv2.LINE_AA)
    return np.asarray(np.vstack([image, caption]), np.uint8)


def main() -> None:
    """Stage each kind, count, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=100, help="of each kind")
    parser.add_argument("--kind", help="this one alone, by the beginning of its name")
    parser.add_argument("--picture", type=Path, default=Path("build/troubles.jpg"))
    parser.add_argument("--without", default="", choices=["", *EVIDENCE], help="this evidence")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    with without(args.without):
        show(args)


def show(args: argparse.Namespace) -> None:
    """One row of figures, and of pictures, for each kind."""
    reader, sprites = Reader(), make_sprites(31, 500)
    rows = []
    print("| one to three dice | exact | declined | silent | their number told: exact | declined | silent | asks |")
    print("|---|---|---|---|---|---|---|---|")
    stages: dict[str, Stage] = {name: partial(staged, trouble=trouble) for name, trouble in KINDS.items()}
    for name, stage in {**stages, **DECLINED}.items():
        if not name.startswith(args.kind or ""):
            continue
        rng = np.random.default_rng(31)
        plain: Counter[str] = Counter()
        told: Counter[str] = Counter()
        asks: Counter[str] = Counter()
        shown = []
        for _ in range(args.scenes):
            image, dice, values = stage(rng, sprites)
            plain[outcome(reader.read(image), values)] += 1
            reading = reader.read(image, Hint(dice=dice))
            told[outcome(reading, values)] += 1
            asks.update({doubt.kind.value for doubt in reading.doubts})
            shown.append(captioned(image, reading, values))
        shares = [f"{seen[kind] / args.scenes:.0%}" for seen in (plain, told) for kind in OUTCOMES]
        asked = ", ".join(f"{kind} {count}" for kind, count in asks.most_common())
        print(f"| {name} | {' | '.join(shares)} | {asked} |", flush=True)
        rows.append(np.hstack(shown[:SHOWN]))
    args.picture.parent.mkdir(exist_ok=True)
    picture = cv2.resize(np.vstack(rows), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(args.picture), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])


if __name__ == "__main__":
    main()
