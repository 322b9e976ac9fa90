"""What the whole reader takes: a Raspberry Pi has a game, a screen and a camera to keep beside it."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from workshop.training.scenes import make_scene
from workshop.training.sprites import make_sprites

MOST_MB = 60
READS = """
import re, sys, cv2
most_kb = lambda: int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
cv2.setNumThreads(1)
frame = cv2.imread(sys.argv[1])
before = most_kb()
from vision.reading.reader import Reader
reader = Reader()
from vision.types import at_once
found = at_once(reader.detect(frame))
at_once(reader.detect_augmented(frame, found))
reader.glance(frame)
print(len(found.faces), (most_kb() - before) / 1024)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says how much memory was taken")
def test_looking_at_a_frame_in_all_ways_takes_little_memory(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    sprites = make_sprites(4, 60)
    scene = next(made for made in iter(lambda: make_scene(rng, sprites), None) if len(made.values) > 4)
    frame = np.clip(rng.normal((46, 92, 38), 4, (720, 1280, 3)), 0, 255).astype(np.uint8)
    frame[200:456, 500:756] = scene.image
    cv2.imwrite(str(tmp_path / "frame.png"), frame)
    said = subprocess.run([sys.executable, "-c", READS, tmp_path / "frame.png"], check=True, capture_output=True)
    faces, taken_mb = (float(number) for number in said.stdout.split())
    assert faces > 3
    assert taken_mb < MOST_MB
