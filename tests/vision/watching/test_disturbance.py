"""What disturbs a table: what a bar does to its pictures is measured, and hands and dice that move are not."""

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulator import conditions
from hardware.simulator.conditions import Condition
from hardware.simulator.table import SimulatedTable
from vision.types import Image, Signal
from vision.watching.disturbance import Disturbance, DisturbanceKind, LightTrace

FPS = 20
SECONDS = 3.0
SIZE = (320, 180)
"""Small pictures are made worse in a sixteenth of the time, and measured the same."""


def film(seed: int, *, hand: bool) -> list[Image]:
    """Three dice on a simulated table; a hand takes and throws two of them meanwhile, or nobody does anything."""
    table = SimulatedTable(seed, 3, fps=FPS, brisk=True)
    table.throw(range(3))
    table.advance()
    while not table.idle:
        table.advance()
    pictures = []
    for number in range(round(SECONDS * FPS)):
        if hand and table.idle and number % 25 == 8:
            table.throw([0, 1])
        pictures.append(np.asarray(cv2.resize(table.advance(), SIZE, interpolation=cv2.INTER_AREA), np.uint8))
    return pictures


@pytest.fixture(scope="module")
def still() -> list[Image]:
    return film(4, hand=False)


@pytest.fixture(scope="module")
def played() -> list[Image]:
    return film(2, hand=True)


def measured(pictures: Sequence[Image], condition: Condition | None = None, fps: float = FPS) -> Disturbance:
    film = LightTrace(np.inf)
    for number, picture in enumerate(pictures):
        film.add(picture if condition is None else condition(picture, number / fps), number / fps)
    return film.measure()


def not_green(disturbance: Disturbance) -> dict[str, str]:
    signals = {kind.value: disturbance.signal(kind) for kind in DisturbanceKind}
    return {kind: signal.value for kind, signal in signals.items() if signal is not Signal.GREEN}


def test_a_table_left_alone_is_green(still: list[Image]) -> None:
    found = measured(still)
    assert not_green(found) == {}
    assert found.trembling < 0.0002
    assert found.fps == pytest.approx(FPS)


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        (conditions.shake(1, 2), {}),
        (conditions.shake(2, 8), {"trembling": "amber"}),
        (conditions.shake(4, 36), {"trembling": "red"}),
        (conditions.bands(1, 0.03), {}),
        (conditions.bands(1), {"bands": "amber"}),
        (conditions.spot(1), {"spots": "amber"}),
        (conditions.flicker(1, 0.25), {"flicker": "amber"}),
        (conditions.flash(1), {"flicker": "amber"}),
        (conditions.grain(1), {}),
        (conditions.phone(1), {"trembling": "amber"}),
    ],
)
def test_what_a_bar_does_is_told_apart(still: list[Image], condition: Condition, told: dict[str, str]) -> None:
    assert not_green(measured(still, condition)) == told


@pytest.mark.parametrize("pixels", [3.0, 12.8])
def test_trembling_is_measured_in_widths_of_the_picture(still: list[Image], pixels: float) -> None:
    found = measured(still, conditions.shake(7, pixels))
    assert 0.75 * pixels / 1280 < found.trembling < 1.05 * pixels / 1280


@pytest.mark.parametrize("depth", [0.06, 0.3])
def test_bands_and_flicker_are_measured_in_shares_of_the_brightness(still: list[Image], depth: float) -> None:
    assert measured(still, conditions.bands(3, depth)).bands == pytest.approx(depth, rel=0.15)
    assert measured(still, conditions.flicker(3, depth)).flicker == pytest.approx(depth, rel=0.15)


@pytest.mark.parametrize(
    ("condition", "told"),
    [(None, {}), (conditions.shake(4, 36), {"trembling": "red"}), (conditions.flicker(1, 0.25), {"flicker": "amber"})],
    ids=["nothing", "shake", "flicker"],
)
def test_a_hand_that_throws_meanwhile_does_not_count(
    played: list[Image], condition: Condition | None, told: dict[str, str]
) -> None:
    assert not_green(measured(played, condition)) == told


def test_an_arm_that_waves_over_the_tray_all_the_time_does_not_count(still: list[Image]) -> None:
    def waved(image: Image, time: float) -> Image:
        x, image = round(SIZE[0] * (0.5 + 0.3 * np.sin(3 * time))), image.copy()
        cv2.line(image, (x, -20), (SIZE[0] // 2, SIZE[1] - 40), (40, 30, 60), 50)
        cv2.circle(image, (SIZE[0] // 2, SIZE[1] - 40), 30, (120, 150, 190), -1)
        return image

    found = measured(still, waved)
    assert not_green(found) == {}
    assert found.trembling < 0.001
    assert not_green(measured(still, conditions.together(waved, conditions.shake(4, 36)))) == {"trembling": "red"}


@pytest.mark.parametrize(("fps", "signal"), [(30, Signal.GREEN), (10, Signal.AMBER), (5, Signal.RED)])
def test_a_slow_camera_is_told(still: list[Image], fps: float, signal: Signal) -> None:
    found = measured(still[:20], fps=fps)
    assert found.fps == pytest.approx(fps)
    assert found.signal(DisturbanceKind.SLOWNESS) is signal


def test_the_worst_is_what_is_nearest_to_its_limit(still: list[Image]) -> None:
    both = conditions.together(conditions.bands(1, 0.08), conditions.shake(4, 20))
    assert measured(still, both).worst is DisturbanceKind.TREMBLING
    assert measured(still, conditions.bands(2, 0.3)).worst is DisturbanceKind.BANDS


def grain(level: float, noise: float) -> list[Image]:
    rng = np.random.default_rng(1)
    return [np.clip(level + noise * rng.normal(size=(360, 640, 3)), 0, 255).astype(np.uint8) for _ in range(20)]


@pytest.mark.parametrize(
    "pictures", [grain(0, 0), grain(34, 0), grain(34, 14), grain(255, 0)], ids=["black", "plain", "grain", "white"]
)
def test_a_picture_that_shows_nothing_shows_no_disturbance(pictures: list[Image]) -> None:
    assert not_green(measured(pictures)) == {}


def test_a_film_keeps_its_last_seconds_and_begins_anew_with_pictures_of_another_size_or_after_a_gap() -> None:
    film = LightTrace(1.0)
    assert film.measure() == Disturbance(0.0, 0.0, 0.0, 0.0, 0.0)
    for number in range(50):
        film.add(np.zeros((90, 160, 3), np.uint8), number / 8)
    assert film.length == pytest.approx(1.0)
    film.add(np.zeros((120, 160, 3), np.uint8), 6.5)
    assert film.length == 0.0
    film.add(np.zeros((120, 160, 3), np.uint8), 7.0)
    assert film.length == 0.5
    film.add(np.zeros((120, 160, 3), np.uint8), 8.5)
    assert film.length == 0.0


def test_the_clips_still_spans_are_green(measuring_set: Path) -> None:
    folder = measuring_set / "photos" / "video"
    record = json.loads((folder / "videos.jsonl").read_text().splitlines()[0])
    video = cv2.VideoCapture(str(folder / record["file"]))
    spans = [(first, last) for first, last, _ in record["still"] if last - first >= 30][:3]
    for first, last in spans:
        video.set(cv2.CAP_PROP_POS_FRAMES, first)
        pictures = [np.asarray(video.read()[1], np.uint8) for _ in range(last - first + 1)]
        assert not_green(measured(pictures, fps=record["fps"])) == {}
