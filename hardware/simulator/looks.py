"""What one table looks like: its dice, its cloth, its lamps, its camera; by name, or chosen by a seed."""

from dataclasses import dataclass, field, replace

import numpy as np

from hardware.simulator.lens import Mount

Colour = tuple[float, float, float]
"""Linear light, BGR; 1 reflects everything."""


@dataclass(frozen=True, slots=True)
class DieLook:
    """One kind of die.

    Attributes:
        body: colour of the material.
        pips: colour of the paint in the pips.
        edge: mm.
        rounding: radius of the edges, in half edges.
        ball: radius of the ball to which the corners are ground, in half edges; from 1.73 on (√3) it touches none.
        pip: radius of a pip, in half edges; `ace` is that of the 1.
        spread: how far the outer pips lie from the middle of the face, in half edges.
        narrow: the same for the two rows of the six, as a share of `spread`: many dice have them closer together.
        gloss: strength of the mirror-like light.
        depth: how much light wanders through the material, 0…1.
        ace_colour: paint of the 1, where it differs.
        emblems: values that show a character in place of pips, and that character.
    """

    body: Colour
    pips: Colour
    edge: float = 16.0
    rounding: float = 0.16
    ball: float = 1.73
    pip: float = 0.2
    ace: float = 0.2
    spread: float = 0.48
    narrow: float = 1.0
    gloss: float = 0.5
    depth: float = 0.15
    ace_colour: Colour | None = None
    emblems: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lamp: where it hangs (mm in the tray's frame), its colour times its strength, its radius in mm."""

    place: tuple[float, float, float]
    colour: Colour
    radius: float = 60.0


@dataclass(frozen=True, slots=True)
class Light:
    """All light on the table: lamps, and what comes from everywhere.

    A camera in dimmer light has a longer `exposure` (seconds) and more grain (`noise`, grey levels).
    """

    lamps: tuple[Lamp, ...]
    ambient: Colour
    noise: float = 2.0
    exposure: float = 1 / 120


@dataclass(frozen=True, slots=True)
class DiceLook:
    """Everything that is seen; die number i looks like `dice[i % len(dice)]`."""

    dice: tuple[DieLook, ...]
    surface: str
    light: Light
    mount: Mount = field(default_factory=Mount)


BLACK: Colour = (0.012, 0.012, 0.013)
WHITE: Colour = (0.8, 0.83, 0.84)

POKER = ("A", "9", "10", "J", "Q", "K")
"""The faces of poker dice, in the order of the values 1 to 6 that they stand for."""

DICE = {
    "ivory": DieLook((0.56, 0.70, 0.76), BLACK, rounding=0.18, ball=1.5),
    "white": DieLook((0.80, 0.82, 0.82), BLACK, rounding=0.1, pip=0.19, spread=0.5),
    "red": DieLook((0.035, 0.03, 0.50), WHITE, rounding=0.16, gloss=0.7),
    "blue": DieLook((0.40, 0.12, 0.035), WHITE, rounding=0.18, ball=1.52, gloss=0.6),
    "green": DieLook((0.06, 0.22, 0.03), WHITE, rounding=0.16, gloss=0.6),
    "black": DieLook((0.014, 0.013, 0.013), WHITE, rounding=0.16, ball=1.55, gloss=0.7),
    "ruby": DieLook((0.05, 0.035, 0.60), WHITE, edge=16.5, rounding=0.05, pip=0.22, gloss=0.7, depth=0.75),
    "bar": DieLook(
        (0.62, 0.74, 0.78),
        BLACK,
        edge=15.0,
        rounding=0.2,
        ball=1.42,
        ace=0.31,
        spread=0.52,
        narrow=0.62,
        ace_colour=(0.03, 0.03, 0.5),
    ),
    "yellow": DieLook((0.10, 0.52, 0.70), BLACK, rounding=0.2, ball=1.48, narrow=0.75),
    "poker": DieLook((0.62, 0.74, 0.78), BLACK, rounding=0.15, ball=1.55, emblems=tuple(enumerate(POKER, 1))),
    "brand": DieLook((0.62, 0.74, 0.78), BLACK, rounding=0.15, ball=1.55, emblems=((1, "R"), (6, "&"))),
}

LIGHTS = {
    "lamp": Light((Lamp((-140, 260, 900), (0.50, 0.66, 0.76), 70),), (0.22, 0.26, 0.30)),
    "day": Light((Lamp((600, 500, 800), (0.62, 0.58, 0.55), 260),), (0.34, 0.33, 0.32), noise=1.5),
    "two": Light(
        (Lamp((-420, 180, 780), (0.36, 0.40, 0.42), 60), Lamp((380, 260, 820), (0.34, 0.36, 0.38), 60)),
        (0.24, 0.26, 0.27),
    ),
    "dim": Light((Lamp((240, 300, 620), (0.22, 0.40, 0.56), 45),), (0.09, 0.11, 0.14), noise=3.2, exposure=1 / 60),
    "neon": Light((Lamp((0, 420, 1300), (0.60, 0.62, 0.56), 320),), (0.34, 0.36, 0.33), noise=1.8),
}


def _set(*names: str) -> tuple[DieLook, ...]:
    return tuple(DICE[name] for name in names)


LOOKS = {
    "felt": DiceLook(_set("ivory"), "felt", LIGHTS["two"]),
    "leather": DiceLook(_set("bar"), "leather", LIGHTS["lamp"], Mount(height=480, tilt=7)),
    "cloth": DiceLook(_set("white"), "cloth", LIGHTS["neon"], Mount(height=640, tilt=3)),
    "poker": DiceLook(_set("poker"), "felt", LIGHTS["two"]),
    "emblems": DiceLook(_set("brand"), "felt", LIGHTS["two"]),
}

_CONFUSED = {("green", "felt"), ("black", "leather"), ("blue", "cloth"), ("red", "wood")}
"""Dice and surfaces of one colour, which nobody would put together."""


def look_for(seed: int, *, sets: int = 1, dice: int = 1) -> DiceLook:
    """A look of the seed's own: any dice on any cloth under any light, the camera hung a little differently.

    Two `sets` of `dice` together: the first half of them red, the other blue, on a cloth that both can be seen on.
    """
    rng = np.random.default_rng([seed, 1])
    surface = str(
        rng.choice(["felt", "leather", "wood", "cloth", "grey"] if sets == 1 else ["felt", "leather", "grey"])
    )
    # Faces without pips are for tables that are taught them.
    names = [name for name, die in DICE.items() if not die.emblems and (name, surface) not in _CONFUSED]
    die = DICE[names[rng.integers(len(names))]]
    die = replace(die, edge=float(rng.uniform(15, 17.5)), rounding=float(die.rounding * rng.uniform(0.8, 1.2)))
    mount = Mount(
        height=float(rng.uniform(460, 660)),
        tilt=float(rng.uniform(2, 8)),
        roll=float(rng.uniform(-1.5, 1.5)),
        distortion=float(rng.uniform(-0.12, 0.02)),
        vignetting=float(rng.uniform(0.12, 0.35)),
    )
    kinds: tuple[DieLook, ...] = (die,)
    if sets == 2:
        red, blue = (replace(DICE[name], edge=die.edge) for name in ("red", "blue"))
        kinds = (red,) * (dice // 2) + (blue,) * (dice // 2)
    return DiceLook(kinds, surface, list(LIGHTS.values())[rng.integers(len(LIGHTS))], mount)
