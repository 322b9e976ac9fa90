"""The moving picture of a turn: it is filmed anew from the table, and the one that is shown is small and short."""

from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, ImageSequence

from workshop.gallery import turn
from workshop.gallery.apng import UNCHANGED, write_apng
from workshop.gallery.samples import TURN

SHOWN = Path(__file__).resolve().parents[3] / "assets/pictures/turn.png"


def decoded(file: Path) -> tuple[list[np.ndarray], list[int]]:
    """The pictures as a browser shows them, RGB, and how many milliseconds each stays."""
    with Image.open(file) as film:
        frames = [
            (np.array(frame.convert("RGB")), round(film.info["duration"])) for frame in ImageSequence.Iterator(film)
        ]
    return [picture for picture, _ in frames], [stay for _, stay in frames]


def test_a_moving_picture_shows_what_was_filmed(tmp_path: Path) -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:] = (16, 80, 24)
    film = []
    for x in range(0, 40, 8):
        film.append(picture.copy())
        film[-1][10:20, x : x + 10] = (240, 240, 232)
    write_apng(tmp_path / "film.png", film, 10.0, last_s=1.5)
    shown, stays = decoded(tmp_path / "film.png")
    assert stays == [100, 100, 100, 100, 1500]
    for seen, filmed in zip(shown, film, strict=True):
        assert np.abs(seen[:, :, ::-1].astype(int) - filmed).max() <= UNCHANGED


def test_the_picture_that_is_shown_is_small_and_short() -> None:
    shown, stays = decoded(SHOWN)
    assert SHOWN.stat().st_size <= 3_000_000
    assert shown[0].shape[1] <= 1200
    assert min(stays) >= 1000 // 12
    assert 8_000 <= sum(stays) <= 14_000
    assert sum(bool((one != other).any()) for one, other in pairwise(shown)) > len(shown) // 2


def test_a_turn_is_filmed_to_its_end() -> None:
    film = list(turn.film(*TURN, size=(160, 90)))
    assert 5 * turn.FPS < len(film) < turn.LONGEST_S * turn.FPS
    band = [image[12:36, 700:900].mean(axis=(0, 1)) for image in film]  # the name's plate, in the player's own colour
    assert np.abs(band[0] - band[-1]).max() > 50
