"""Sounds for what is seen: a token that lands, a die that is kept, the hand everybody wants. No device, no sound."""

import io
import os
import sys
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from threading import Lock, Thread

import pygame

from kiosk.view import Sound

RATE_HZ = 22050
BUFFER = 512
"""512 samples are 23 ms, too short to be heard as a delay."""
CHANNELS = 12
"""Up to 12 sounds at once: tokens land faster than their sounds fade."""
AGAIN_S = 60.0
"""A device is looked for every 60 seconds: without one, each look fills the log with lines of Linux's sound library."""
LOUDNESS = {Sound.OFF: 0.0, Sound.LOW: 0.3, Sound.PARTY: 1.0}
"""Volume from 0 to 1; LOW is 10 dB below PARTY."""


class Cue(StrEnum):
    """What makes a sound; each has its file in assets/sounds."""

    TOKEN = "token"  # noqa: S105  no password
    KEEP = "keep"
    TURN = "turn"
    BEST = "best"
    """The best hand that there is."""
    WORST = "worst"
    LAST = "last"
    """The match is over."""


class Sounds:
    """Plays cues.

    A device is looked for in a thread of its own, as finding one may take longer than a picture; where there is none
    it is looked for again, since a television is often switched on last.
    """

    def __init__(self) -> None:
        self._sounds: dict[Cue, pygame.mixer.Sound] = {}
        self._opening: Thread | None = None
        self._tried: float | None = None
        self._lock = Lock()
        """Held by the thread that opens the device; meanwhile nothing is played, so that the screen never waits."""

    def play(self, cue: Cue, level: Sound) -> None:
        """Make a sound, if there is a device and somebody wants to hear it; never waits, never fails."""
        if level is Sound.OFF or not self._lock.acquire(blocking=False):
            return
        try:
            sound = self._sounds.get(cue)
            if sound is not None:
                sound.set_volume(LOUDNESS[level])
                sound.play()
        except pygame.error:
            self.lost()
        finally:
            self._lock.release()

    def open(self, now: float) -> None:
        """Look for a device where there is none: at once, and then every minute; `now` in seconds."""
        if self._sounds or (self._opening is not None and self._opening.is_alive()):
            return
        if self._tried is None or now - self._tried >= AGAIN_S:
            self._tried = now
            self._opening = Thread(target=self._open, name="sound", daemon=True)
            self._opening.start()

    def retry(self) -> None:
        """Something was plugged in: do not wait for the minute to be over."""
        self._tried = None

    def lost(self) -> None:
        self._sounds = {}
        self.retry()

    def close(self) -> None:
        if self._opening is not None:
            self._opening.join(timeout=1.0)
        self._sounds = {}
        pygame.mixer.quit()

    def _open(self) -> None:
        with self._lock:
            pygame.mixer.quit()  # what is left of a device that is gone
            if not _heard():
                return
            try:
                pygame.mixer.init(RATE_HZ, -16, 1, BUFFER)
                pygame.mixer.set_num_channels(CHANNELS)
                folder = files("assets").joinpath("sounds")
                self._sounds = {
                    cue: pygame.mixer.Sound(io.BytesIO(folder.joinpath(f"{cue}.wav").read_bytes())) for cue in Cue
                }
            except (pygame.error, OSError):
                # A table without a loudspeaker is a quiet table.
                self._sounds = {}


def _heard() -> bool:
    """Whether asking for a device makes sense: where there is none, Linux's sound library complains at length."""
    if sys.platform != "linux" or "SDL_AUDIODRIVER" in os.environ:
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent"))
    return any(place.exists() for place in (Path("/dev/snd"), runtime / "pulse", runtime / "pipewire-0"))
