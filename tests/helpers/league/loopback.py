"""Other processes: what they bring about is waited for, they are killed, and ports are free for them."""

import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

PATIENCE_S = 120.0
"""Whoever waits longer, on a machine that is busy with other things, waits for nothing."""
PORTS = range(12_000, 30_000)
"""None of those from which a system takes the near end of a connection: what is free stays so until it is bound."""


def until(true: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Wait for what other processes bring about."""
    ended = time.monotonic() + patience_s
    while not true():
        assert time.monotonic() < ended, "it did not happen in time"
        time.sleep(0.02)


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


def answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


class Running:
    """A process, listening at `port` if at any; `kill` it, and all that it started, as a power cut does."""

    def __init__(self, words: Sequence[object], port: int = 0, cwd: Path | None = None, **more: str) -> None:
        self.port, self._words, self._cwd, self._environment = port, [*map(str, words)], cwd, {**os.environ, **more}
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._words, cwd=self._cwd, env=self._environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        until(lambda: not self.port or answers(self.port))

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE_S)
