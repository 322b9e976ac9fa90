"""A real table never loads the simulator and its physics: they take a second, and memory."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

SIMULATED = "[name for name in sys.modules if name.startswith(('mujoco', 'hardware.simulator', 'kiosk.simulation'))]"

KIOSK = f"""
import sys
from pathlib import Path
from kiosk.pipeline.pipeline import Pipeline
from kiosk.runtime.startup import open_kiosk
from kiosk.screen.holds import Quit
from kiosk.screen.window import Screen
from kiosk.settings.config import Settings

seen, see = [], Pipeline.see
def watched(*given):
    seen.append(see(*given))
    return seen[-1]
Pipeline.see = watched
Screen.poll = lambda screen: [Quit()] if any(look.scene is not None for look in seen) else []
settings = Settings(data=Path(sys.argv[1]), camera=sys.argv[2])
open_kiosk(settings, simulate=False, auto=False, seed=None, windowed=True)
print({SIMULATED})
"""


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A folder of pictures, as a camera would film an empty tray."""
    folder, rng = tmp_path / "pictures", np.random.default_rng(1)
    folder.mkdir()
    for number in range(20):
        image = rng.integers(60, 64, (720, 1280, 3), np.uint8)
        (folder / f"{number}.png").write_bytes(cv2.imencode(".png", image)[1].tobytes())
    return folder


def printed(script: str, *words: object) -> str:
    system = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-c", script, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **system})
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def test_the_kiosk_runs_with_a_camera_and_leaves_it_out(tmp_path: Path, recording: Path) -> None:
    assert printed(KIOSK, tmp_path, recording) == "[]"
