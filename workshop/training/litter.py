"""What lies about on the tables of the training scenes and is no die: print, keys, plugs, coins, dots, dominoes."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import PATTERNS, DoubtKind
from workshop.training.sprites import Array
from workshop.training.tables import SIZE_PX, Image, any_colour, inside, log_uniform

Trouble = tuple[float, float, float, DoubtKind]
"""What must be declined: centre and edge (x, y, edge), and why."""


def clutter(rng: np.random.Generator, image: Image) -> list[Trouble]:
    """Things that lie about: rims, cables, cards, letters, coins and dots that are no dice; where dominoes lie."""
    dominoes: list[Trouble] = []
    if rng.random() < 0.05:
        for _ in range(int(rng.integers(1, 4))):
            dominoes += domino(rng, image, log_uniform(rng, 14, 50))
    if rng.random() < _LITTERED:
        litter(rng, image)
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.55 else int(rng.integers(3, 12))):
        colour = tuple(float(c) for c in any_colour(rng))
        a, b = (rng.integers(-30, SIZE_PX + 30, 2).tolist() for _ in range(2))
        kind = rng.random()
        if kind < 0.22:
            cv2.line(image, a, b, colour, int(rng.integers(1, 14)), cv2.LINE_AA)
        elif kind < 0.4:  # card, book or screen
            box = cv2.boxPoints(((float(a[0]), float(a[1])), tuple(rng.uniform(12, 140, 2)), rng.uniform(0, 90)))
            cv2.fillConvexPoly(image, box.astype(int), colour, cv2.LINE_AA)
        elif kind < 0.55:  # coin, button, cap
            radius = int(log_uniform(rng, 3, 50))
            cv2.circle(image, a, radius, colour, -1, cv2.LINE_AA)
            inner = tuple(float(c) for c in any_colour(rng))
            if rng.random() < 0.4:
                cv2.circle(image, a, max(1, radius * 2 // 3), inner, -1, cv2.LINE_AA)
            if rng.random() < 0.3:  # a coin's rim
                cv2.circle(image, a, max(1, radius * 9 // 10), inner, max(1, radius // 9), cv2.LINE_AA)
            if rng.random() < 0.3:  # a button's holes
                for hole in range(holes := int(rng.choice([2, 4]))):
                    turn = 2 * np.pi * hole / holes + a[0]
                    spot = (int(a[0] + radius * 0.3 * np.cos(turn)), int(a[1] + radius * 0.3 * np.sin(turn)))
                    cv2.circle(image, spot, max(1, radius // 7), inner, -1, cv2.LINE_AA)
        elif kind < 0.7:  # print
            text = "".join(rng.choice(list("abcdeGHKORSW0189.:%8o"), int(rng.integers(1, 9))))
            cv2.putText(
                image,
                text,
                a,
                int(rng.integers(0, 4)),
                rng.uniform(0.3, 2),
                colour,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        elif kind < 0.9:  # specks and dots on bare table
            for spot in rng.normal(a, rng.uniform(4, 60), (int(rng.integers(1, 12)), 2)).astype(int):
                cv2.circle(image, spot, int(rng.integers(1, 6)), colour, -1, cv2.LINE_AA)
        else:
            cv2.ellipse(
                image,
                a,
                (int(rng.integers(10, 150)), int(rng.integers(10, 150))),
                rng.uniform(0, 180),
                0,
                360,
                colour,
                int(rng.integers(1, 9)),
                cv2.LINE_AA,
            )
    return dominoes


def label(rng: np.random.Generator, image: Image) -> None:
    """A receipt, a price tag, a beer mat or a logo: bars of a code and lines of print on a card."""
    tall, wide = 64, int(rng.integers(48, 140))
    ground, dark = rng.uniform(150, 255) + rng.normal(0, 8, 3), rng.uniform(0, 70) + rng.uniform(0, 20, 3)
    if logo := rng.random() < 0.4:
        ground, dark = any_colour(rng), any_colour(rng)
    card, ink = _plain(tall, wide, ground), tuple(float(c) for c in dark)
    if not logo and rng.random() < 0.6:
        x = int(rng.integers(3, 12))
        top, bottom = sorted(rng.integers(2, tall - 2, 2).tolist())
        while x < wide - 6:
            width = int(rng.integers(1, 5))
            card[top:bottom, x : x + width] = ink
            x += width + int(rng.integers(1, 5))
    for y in range(int(rng.integers(8, 24)), tall, int(rng.integers(9, 22))):
        text = "".join(rng.choice(list("abcdeGHKORSW0189.: %8o"), int(rng.integers(2, 16))))
        cv2.putText(card, text, (4, y), int(rng.integers(0, 4)), rng.uniform(0.3, 0.9), ink, int(rng.integers(1, 3)))
    _lay(rng, image, card, log_uniform(rng, 18, 110))


def keys(rng: np.random.Generator, image: Image) -> None:
    """A corner of a keyboard, a calculator or a telephone: rows of keys, a sign on each."""
    pitch, gap = 24, int(rng.integers(2, 7))
    rows, columns = (int(n) for n in rng.integers(2, 6, 2))
    board = _plain(rows * pitch, columns * pitch, any_colour(rng))
    colour, ink = tuple(any_colour(rng).tolist()), tuple(any_colour(rng).tolist())
    if rng.random() < 0.6:
        colour, ink = (30.0, 28.0, 26.0), (220.0, 220.0, 215.0)
    for row in range(rows):
        for column in range(columns):
            x, y = column * pitch + gap // 2, row * pitch + gap // 2
            cv2.rectangle(board, (x, y), (x + pitch - gap, y + pitch - gap), colour, -1, cv2.LINE_AA)
            sign = str(rng.choice(list("QWERTZUIOP0123456789#*.:+")))
            cv2.putText(board, sign, (x + 4, y + pitch - gap - 5), 0, rng.uniform(0.35, 0.55), ink, 1, cv2.LINE_AA)
    _lay(rng, image, board, log_uniform(rng, 14, 60) * rows)


def plug(rng: np.random.Generator, image: Image) -> None:
    """A plug, a lighter, a pen's cap or a bead on a cable: a block, dark more often than not, lit along one side."""
    block = np.zeros((40, int(rng.integers(36, 110)), 3), np.float32)
    block += rng.uniform(10, 60) if rng.random() < 0.6 else any_colour(rng)
    ridge = np.exp(-(((np.arange(40) - rng.uniform(5, 35)) / rng.uniform(3, 10)) ** 2)).astype(np.float32)
    block += ridge[:, None, None] * rng.uniform(10, 90)
    for x in rng.integers(2, block.shape[1] - 2, int(rng.integers(0, 8))).tolist():
        block[:, x : x + int(rng.integers(1, 4))] *= rng.uniform(0.5, 1.5)
    block = np.clip(block, 0, 255)
    rounding = rng.uniform(1, 19)
    across, along = (np.abs(np.arange(n) - (n - 1) / 2) - n / 2 + rounding for n in block.shape[:2])
    cover = np.clip(rounding - np.hypot(across[:, None].clip(0), along[None].clip(0)) + 0.5, 0, 1)
    height = log_uniform(rng, 12, 60)
    middle, turn = _lay(rng, image, block.astype(np.uint8), height, cover.astype(np.float32))
    colour, wide = tuple(float(c) for c in block[20, 0]), int(rng.integers(2, 9))
    for way in (0, np.pi)[: int(rng.choice([0, 1, 2], p=(0.2, 0.4, 0.4)))]:
        end = middle + (block.shape[1] * height / 80 - 1) * np.array([np.cos(turn + way), np.sin(turn + way)])
        bent = turn + way + rng.normal(0, 0.2)
        away = end + 200 * np.array([np.cos(bent), np.sin(bent)])
        cv2.line(image, end.astype(int).tolist(), away.astype(int).tolist(), colour, wide, cv2.LINE_AA)


_LITTERED = 0.3
"""Share of the tables that have some of these on them, often half out of the picture."""


def litter(rng: np.random.Generator, image: Image) -> None:
    """Some labels, keys and plugs."""
    for _ in range(int(rng.integers(1, 4))):
        (label, keys, plug)[int(rng.integers(3))](rng, image)


def _plain(height: int, width: int, colour: Array) -> Image:
    """A picture of one colour, BGR."""
    return np.broadcast_to(np.clip(colour, 0, 255).astype(np.uint8), (height, width, 3)).copy()


def _lay(
    rng: np.random.Generator, image: Image, thing: Image, height: float, cover: Array | None = None
) -> tuple[Array, float]:
    """Lay a flat thing (rows, columns, 3) on the table, `height` pixels high; its middle and its turn.

    `cover` (rows, columns), 0…1, is where there is anything of it; all over, if not given.
    """
    turn, scale = rng.uniform(0, 2 * np.pi), height / len(thing)
    middle = rng.uniform(-10, SIZE_PX + 10, 2).astype(np.float32)
    if rng.random() < 0.5:  # at the picture's edge
        middle[int(rng.integers(2))] = float(rng.choice([0, SIZE_PX])) + rng.normal(0, height / 3)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]], np.float32)
    half = np.array([thing.shape[1], thing.shape[0]], np.float32) / 2
    matrix = np.concatenate([linear, (middle - linear @ half)[:, None]], 1)
    whole = np.ones(thing.shape[:2], np.float32) if cover is None else cover
    layers = np.dstack([thing * whole[..., None], 255 * whole]).astype(np.float32)
    soft = cv2.GaussianBlur(layers, (0, 0), max(0.01, 0.42 / scale)) if scale < 0.8 else layers
    laid = cv2.warpAffine(soft, matrix, (SIZE_PX, SIZE_PX))
    image[:] = (image * (1 - laid[..., 3:] / 255) + laid[..., :3]).round()
    return middle, turn


def domino(rng: np.random.Generator, image: Image, edge: float) -> list[Trouble]:
    """A domino, or a screen that shows dice: each half looks like a die's face."""
    angle = rng.uniform(0, 2 * np.pi)
    u = np.array([np.cos(angle), np.sin(angle)]) * edge
    v = np.array([-u[1], u[0]])
    middle = rng.uniform(edge, SIZE_PX - edge, 2)
    dark = rng.random() < 0.4
    body, ink = ((25, 25, 25), (235, 240, 240)) if dark else ((205, 230, 240), (20, 20, 20))

    def tile(at: Array, length: float, width: float, colour: tuple[float, ...]) -> None:
        corners = np.array([at + a * length * u + b * width * v for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        cv2.fillConvexPoly(image, corners.astype(int), colour, cv2.LINE_AA)

    if screen := rng.random() < 0.5:
        tile(middle, rng.uniform(1.3, 2), rng.uniform(0.7, 1), (15, 15, 15))
        tile(middle, 1.2, 0.65, tuple(any_colour(rng).tolist()))
        tile(middle - 0.55 * u, 0.42, 0.42, body)
        tile(middle + 0.55 * u, 0.42, 0.42, body)
    else:
        tile(middle, 1.0, 0.5, body)
        ends = [tuple((middle + b * 0.42 * v).astype(int).tolist()) for b in (-1, 1)]
        cv2.line(image, ends[0], ends[1], ink, max(1, int(edge / 20)), cv2.LINE_AA)
    halves: list[Trouble] = []
    for side in (-0.55, 0.55) if screen else (-0.5, 0.5):
        centre = middle + side * u
        for a, b in PATTERNS[int(rng.integers(1, 7))]:
            spot = (centre + 0.24 * (a * u + b * v)).astype(int).tolist()
            cv2.circle(image, spot, max(1, int(edge * 0.09)), ink, -1, cv2.LINE_AA)
        if inside(float(centre[0]), float(centre[1]), 0):
            halves.append((float(centre[0]), float(centre[1]), edge, DoubtKind.VALUE))
    return halves
