"""Training scenes: sprites of dice on made-up tables, with shadows, hands and a cheap camera, and their truth."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import resized
from vision.types import DoubtKind
from workshop.training.film import SMEARED, film_of, glare, smear
from workshop.training.litter import Trouble, clutter
from workshop.training.looks import Look, paint, random_look
from workshop.training.sprites import EDGE_PX, Array, Sprite
from workshop.training.tables import SIZE_PX, Image, dished, inside, log_uniform, surface

_ORDERED = 0.14
"""Share of the sets of dice that lie side by side, touching."""
_DISHED = 0.1
"""Share of the scenes with a die in a dish that is not much larger."""
_MISJUDGED, _ASIDE = 0.12, 0.15
"""How far off who glances is: about a die's edge, as a power of e, and about where it lies, in edges; deviations."""
_CLOSE_PX = 22.0
"""Dice with smaller edges show too little to be blown up."""


@dataclass(slots=True)
class Scene:
    """A made-up picture and its truth.

    Attributes:
        image: BGR, uint8, (SIZE_PX, SIZE_PX, 3); a close-up has another size.
        values, corners, pips: of the dice that can be read; corners (n, 4, 2), pips (m, 2), pixels.
        troubles: of what must be declined, dice that lean, are hidden, cut off or blurred, and dominoes: centre, edge
            (x, y, edge), and why.
        slants: of all dice, leaning ones too, whose face is seen whole: its corners (4, 2), and how it slants (2,), as
            vision/reading/tilt_net.py has it.
        bodies: centre and edge (x, y, edge) of all dice, also those that are hardly in the picture.
    """

    image: Image
    values: list[int] = field(default_factory=list)
    corners: list[Array] = field(default_factory=list)
    pips: list[Array] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    slants: list[tuple[Array, Array]] = field(default_factory=list)
    bodies: list[tuple[float, float, float]] = field(default_factory=list)


def place(rng: np.random.Generator, edges: list[float], crowd: float) -> list[tuple[float, float]]:
    """Spots for dice of these edges, not on top of one another; `crowd` 0…1 is how near they seek each other."""
    spots: list[tuple[float, float]] = []
    for k, edge in enumerate(edges):
        for _ in range(30):
            if spots and rng.random() < crowd:
                j = int(rng.integers(len(spots)))
                reach = (edge + edges[j]) / 2 * rng.uniform(1.0, 1.5)
                angle = rng.uniform(0, 2 * np.pi)
                x, y = spots[j][0] + reach * np.cos(angle), spots[j][1] + reach * np.sin(angle)
            else:
                x, y = rng.uniform(-0.2 * edge, SIZE_PX + 0.2 * edge, 2)
            apart = [np.hypot(x - u, y - v) / ((edge + edges[i]) / 2) for i, (u, v) in enumerate(spots)]
            if all(a > 1.02 for a in apart):
                spots.append((x, y))
                break
        else:
            return spots[:k]
    return spots


def _laid_out(rng: np.random.Generator, edge: float, count: int, axes: Array) -> list[tuple[float, float]]:
    """Spots for equal dice side by side, in a row or a block along the axes (2, 2), as players lay them out."""
    columns = int(rng.integers(2, 6))
    gap = rng.uniform(1.0, 1.1)
    steps = np.array([divmod(k, columns) for k in range(count)], np.float32)[:, ::-1] - (columns - 1) / 2
    spots = rng.uniform(0.3, 0.7, 2) * SIZE_PX + edge * gap * steps @ axes
    return [(float(x), float(y)) for x, y in spots + rng.normal(0, 0.006, spots.shape) * edge]


def _row_axes(turn: float, tilt: float, heading: float) -> Array:
    """Along a row and across it, (2, 2), as a camera turned and tilted so sees a row that runs so on the table."""
    c, s = np.cos(turn), np.sin(turn)
    right, down = np.array([c, s]), np.array([-s, c]) * np.cos(tilt)
    along, across = np.cos(heading), np.sin(heading)
    return np.stack([along * right + across * down, along * down - across * right])


def _lined_up(sprites: list[Sprite], heading: float) -> list[Sprite]:
    """Those whose edges run as the row does, or nearly."""
    off = [abs((sprite.heading - heading + np.pi / 4) % (np.pi / 2) - np.pi / 4) for sprite in sprites]
    return [sprites[k] for k in np.argsort(off)[: max(6, len(sprites) // 30)]]


def varied(rng: np.random.Generator, scene: Scene) -> Scene:
    """The same scene mirrored, its colours swapped or tinted: as good as a fresh one for a second look, and cheaper."""
    image, corners, pips, troubles, slants = scene.image, scene.corners, scene.pips, scene.troubles, scene.slants
    bodies = scene.bodies
    if rng.random() < 0.5:
        image, last = image[:, ::-1], SIZE_PX - 1
        flip, shift = np.array([-1, 1], np.float32), np.array([last, 0], np.float32)
        corners = [(c * flip + shift)[[1, 0, 3, 2]] for c in corners]
        pips = [p * flip + shift for p in pips]
        troubles = [(last - x, y, edge, kind) for x, y, edge, kind in troubles]
        slants = [((c * flip + shift)[[1, 0, 3, 2]], slant * flip) for c, slant in slants]
        bodies = [(last - x, y, edge) for x, y, edge in bodies]
    if rng.random() < 0.25:
        image = image[..., rng.permutation(3)]
    image = np.clip(image * np.exp(rng.normal(0, 0.08, 3)).astype(np.float32), 0, 255).astype(np.uint8)
    return Scene(image, scene.values, corners, pips, troubles, slants, bodies)


def close_up(rng: np.random.Generator, scene: Scene) -> Scene:
    """A square part of a scene, around a die if one is large enough, blown up: its dice are large for the picture."""
    edges = [float(np.sqrt(cv2.contourArea(corners))) for corners in scene.corners]
    chosen = [(corners.mean(0), edge) for corners, edge in zip(scene.corners, edges, strict=True) if edge > _CLOSE_PX]
    middle, edge = chosen[int(rng.integers(len(chosen)))] if chosen else (rng.uniform(0, SIZE_PX, 2), _CLOSE_PX)
    side = min(SIZE_PX, int(edge * log_uniform(rng, 1.8, 5)))
    corner = (middle - side * rng.uniform(0.3, 0.7, 2)).clip(0, SIZE_PX - side).astype(int)
    return _part(scene, corner, side, round(side * rng.uniform(1, 4)))


def glanced_at(rng: np.random.Generator, scene: Scene, edge_px: float, side_px: int) -> Scene:
    """A window of a scene, as who knows where something lies, and how large dice are, looks at it.

    Around a die, one that can't be read, or anything; faces have edges of about `edge_px` there.
    """
    things = [(corners.mean(0), float(np.sqrt(cv2.contourArea(corners)))) for corners in scene.corners]
    things += [(np.array((x, y)), edge) for x, y, edge, _ in scene.troubles]
    things.append((rng.uniform(0, SIZE_PX, 2), log_uniform(rng, 16, 60)))
    middle, edge = things[int(rng.integers(len(things)))]
    side = min(SIZE_PX, round(side_px * edge / edge_px * np.exp(rng.normal(0, _MISJUDGED))))
    corner = middle - side / 2 + rng.normal(0, _ASIDE * edge, 2)
    return _part(scene, corner.round().clip(0, SIZE_PX - side).astype(int), side, side_px)


def _part(scene: Scene, corner: NDArray[np.int_], side: int, side_px: int) -> Scene:
    """A square part of a scene, `side` wide, shown with `side_px` pixels: the dice whose faces are seen whole."""
    left, top = corner.tolist()
    part, zoom = scene.image[top : top + side, left : left + side], side_px / side
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    image = np.asarray(cv2.resize(part, (side_px, side_px), interpolation=how), np.uint8)

    def there(places: Array) -> Array:
        return resized((places - corner).astype(np.float32), zoom)

    def moved(x: float, y: float, size: float) -> tuple[float, float, float]:
        x, y = there(np.array((x, y))).tolist()
        return x, y, size * zoom

    whole = [k for k, c in enumerate(scene.corners) if ((c > corner) & (c < corner + side)).all()]
    return Scene(
        image,
        [scene.values[k] for k in whole],
        [there(scene.corners[k]) for k in whole],
        [there(scene.pips[k]) for k in whole],
        [(*moved(x, y, size), kind) for x, y, size, kind in scene.troubles],
        bodies=[moved(*body) for body in scene.bodies],
    )


def make_scene(rng: np.random.Generator, sprites: list[Sprite]) -> Scene:
    """One scene; `sprites` in order of their tilt."""
    table = np.clip(surface(rng), 0, 255).astype(np.uint8)
    ground = table[:: SIZE_PX // 8, :: SIZE_PX // 8].reshape(-1, 3).mean(0).astype(np.float32)
    dominoes = clutter(rng, table)
    image = table.astype(np.float32)
    if rng.random() < 0.08:
        return Scene(film_of(rng, image), troubles=dominoes)

    edge = log_uniform(rng, 11, 56)
    count = int(rng.integers(1, max(2, min(14, int(1.2 * (SIZE_PX / edge) ** 2 / 4)) + 1)))
    spread = rng.uniform(0.02, 0.35) if rng.random() < 0.3 else 0.03
    edges = [edge * float(np.exp(rng.normal(0, spread))) for _ in range(count)]
    tilt = abs(rng.normal(0, 0.18)) if rng.random() < 0.64 else rng.uniform(0.2, 1.0)
    turn = rng.uniform(0, 2 * np.pi) if tilt < 0.35 or rng.random() < 0.1 else rng.normal(0, 0.25)
    squeeze = np.diag([1.0, np.exp(rng.normal(0, 0.3))]) if rng.random() < 0.22 else np.eye(2)
    same = rng.random() < 0.6
    tilts = np.array([s.tilt for s in sprites])
    alike = max(1, len(sprites) // 50)
    heading = rng.uniform(0, np.pi / 2)
    row: list[Sprite] = []
    if rng.random() < _ORDERED:
        edges = [edge] * count
        spots = _laid_out(rng, edge, count, _row_axes(turn, tilt, heading) @ squeeze)
        near = int(np.searchsorted(tilts, tilt))
        row = _lined_up(sprites[max(0, near - 3 * alike) : near + 3 * alike + 1], heading)
    else:
        spots = place(rng, edges, float(rng.choice([0, 0.3, 0.9])))
    if spots and rng.random() < _DISHED:
        middle = np.array(spots[int(rng.integers(len(spots)))]) + rng.normal(0, 0.15, 2) * edge
        radius = edge * log_uniform(rng, 0.8, 3)
        image = dished(rng, image, middle, radius)
        dominoes = [d for d in dominoes if np.hypot(d[0] - middle[0], d[1] - middle[1]) > radius + d[2] / 2]
    first = random_look(rng, ground)

    # Farther dice first, so that nearer ones cover them.
    down = np.array([-np.sin(turn), np.cos(turn)])
    cast: list[tuple[Sprite, Array, Array, Look]] = []
    for (x, y), size in sorted(zip(spots, edges, strict=False), key=lambda s: float(np.dot(s[0], down))):
        near = int(np.searchsorted(tilts, tilt + rng.normal(0, 0.06)))
        sprite = sprites[int(np.clip(near + rng.integers(-alike, alike + 1), 0, len(sprites) - 1))]
        own = turn + rng.normal(0, 0.12)
        if row:
            sprite = row[int(rng.integers(len(row)))]
            own = turn + rng.normal(0, 0.02)
        elif sprite.tilt < 0.12:
            own = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(own), np.sin(own)
        linear = (squeeze @ np.array([[c, -s], [s, c]]) * (size / EDGE_PX)).astype(np.float32)
        cast.append((sprite, linear, np.array([x, y], np.float32), first if same else random_look(rng, ground)))

    spoilt: dict[int, DoubtKind] = {}
    if rng.random() < 0.05:  # one more die, on top of another
        _, linear, at, look = cast[int(rng.integers(len(cast)))]
        sprite = sprites[int(np.clip(np.searchsorted(tilts, tilt), 0, len(sprites) - 1))]
        size = edge * rng.uniform(1.05, 1.25)
        own = rng.uniform(0, 2 * np.pi) if tilt < 0.12 else turn
        c, s = np.cos(own), np.sin(own)
        linear = (squeeze @ np.array([[c, -s], [s, c]]) * (size / EDGE_PX)).astype(np.float32)
        spoilt[len(cast)] = DoubtKind.COCKED
        cast.append((sprite, linear, at + rng.normal(0, 0.22, 2).astype(np.float32) * edge, look))

    # Shadows lie under every die.
    shade: Array = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    contact: Array = np.zeros_like(shade)
    angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.8)
    for sprite, linear, at, _ in cast:
        base = sprite.footprint @ linear.T + at
        top = sprite.corners @ linear.T + at + np.array([np.cos(angle), np.sin(angle)]) * length * edge
        hull = cv2.convexHull(np.concatenate([base, top]).astype(np.float32))
        cv2.fillConvexPoly(shade, (hull * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
        cv2.fillConvexPoly(contact, (cv2.convexHull(base.astype(np.float32)) * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
    shade = cv2.GaussianBlur(shade, (0, 0), max(0.3, edge * rng.uniform(0.02, 0.3)))
    contact = cv2.GaussianBlur(contact, (0, 0), max(0.3, edge * 0.08))
    dark = np.maximum(shade * rng.uniform(0, 0.8), contact * rng.uniform(0.1, 0.7))
    image *= (1 - dark)[..., None]

    owner = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    for k, (sprite, linear, at, look) in enumerate(cast):
        paint(image, owner, k, sprite, linear, at, look)
    if rng.random() < 0.06:  # a lamp mirrored over some pips
        k = int(rng.integers(len(cast)))
        if glare(rng, image, cast[k][2], edge) > 0.35:
            spoilt[k] = DoubtKind.VALUE
    if rng.random() < 0.06:  # a finger or sleeve over the picture
        a, b = rng.integers(0, SIZE_PX, 2).tolist(), rng.integers(-100, SIZE_PX + 100, 2).tolist()
        skin = (rng.uniform(60, 150), rng.uniform(90, 180), rng.uniform(130, 235))
        width = int(rng.integers(15, 70))
        mask = np.zeros_like(shade)
        cv2.line(mask, a, b, 1.0, width, cv2.LINE_AA)
        owner[mask > 0.5] = -2
        image *= 1 - mask[..., None]
        image += mask[..., None] * np.array(skin, np.float32)

    smeared = rng.random() < 0.04
    if smeared:  # dice in motion, or a camera out of focus
        image = smear(rng, image, edge * rng.uniform(*SMEARED))
    scene = Scene(film_of(rng, image))
    scene.bodies = [
        (float(at[0]), float(at[1]), float(np.sqrt(np.linalg.det(linear))) * EDGE_PX) for _, linear, at, _ in cast
    ]
    # A domino half covered by a die is left out, as the die tells.
    scene.troubles += [d for d in dominoes if owner[int(d[1]), int(d[0])] == -1]
    for k, (sprite, linear, at, _) in enumerate(cast):
        _tell(scene, owner, k, sprite, linear, at, spoilt.get(k))
    if smeared:
        for corners in scene.corners:
            x, y = corners.mean(0).tolist()
            scene.troubles.append((x, y, float(np.sqrt(cv2.contourArea(corners))), DoubtKind.BLUR))
        scene.values, scene.corners, scene.pips, scene.slants = [], [], [], []
    return scene


def _tell(
    scene: Scene, owner: NDArray[np.int16], k: int, sprite: Sprite, linear: Array, at: Array, spoilt: DoubtKind | None
) -> None:
    """Add one die to the truth: readable, or trouble, or hardly in the picture at all."""
    corners = (sprite.corners @ linear.T + at).astype(np.float32)
    centre = corners.mean(0)
    size = float(np.sqrt(cv2.contourArea(corners)))
    seen = np.zeros(owner.shape, np.uint8)
    shrunk = centre + (corners - centre) * 0.75
    cv2.fillConvexPoly(seen, shrunk.astype(np.int32), 1)
    whole = cv2.contourArea(shrunk)
    share = float(((owner == k) & (seen > 0)).sum()) / max(whole, 1.0)
    if share > 0.85:  # a die's middle lies half an edge behind its face
        edge = float(np.sqrt(np.linalg.det(linear))) * EDGE_PX
        scene.slants.append((corners, 2 * (centre - at) / edge))
    readable = sprite.value and share > 0.85 and spoilt is None
    if readable and all(inside(float(x), float(y), -0.06 * size) for x, y in corners):
        scene.values.append(sprite.value)
        scene.corners.append(corners)
        scene.pips.append((sprite.pips @ linear.T + at).astype(np.float32))
    elif inside(float(centre[0]), float(centre[1]), -0.1 * size) and share > 0.15:
        kind = spoilt or (DoubtKind.HIDDEN if sprite.value else DoubtKind.COCKED)
        scene.troubles.append((float(centre[0]), float(centre[1]), size, kind))


def what_lies_at(scene: Scene, centre: Array, size: float) -> int | DoubtKind | None:
    """What a face seen at a place of a scene truly is: its value, 0 for nothing, or why it can't be read.

    Args:
        scene: with its truth.
        centre: x, y, pixels.
        size: the face's edge, pixels.

    Returns:
        None where it can't be said plainly: half beside a face, or at the edge of the picture.
    """
    for value, corners in zip(scene.values, scene.corners, strict=True):
        edge = float(np.sqrt(cv2.contourArea(corners)))
        off = float(np.linalg.norm(centre - corners.mean(0))) / edge
        if off < 0.3 and 0.72 < size / edge < 1.4:
            return value
        if off < 0.55:
            return None if 0.6 < size / edge < 1.7 else 0
    for x, y, edge, kind in scene.troubles:
        if np.hypot(x - centre[0], y - centre[1]) < 0.6 * edge:
            return kind
    near = any(np.hypot(x - centre[0], y - centre[1]) < edge + size for x, y, edge in scene.bodies)
    if near and min(*centre, *(np.array(scene.image.shape[1::-1]) - centre)) < 0.6 * size:
        return None
    return 0
