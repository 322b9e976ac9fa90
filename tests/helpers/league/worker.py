"""`dice-table league serve` in a process of its own: one of the workers of a league, with its pages."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path

from mosquitto import PATIENCE_S, Mosquitto, free_port

from league import topics
from league.connection import Broker


def address_of(broker: Broker) -> str:
    """As settings and options have it."""
    return f"{'mqtts' if broker.private else 'mqtt'}://{broker.host}:{broker.port}"


class Worker:
    """It runs from the beginning; `kill` it as a power cut does, `start` it again under its name, `stop` it."""

    def __init__(self, name: str, broker: Mosquitto, store: str) -> None:
        self.port = free_port()
        reached = broker.of(topics.LEAGUE)
        self._words: list[str | Path] = [sys.executable, "-m", "kiosk", "league", "serve"]
        self._words += ["--worker", name, "--port", str(self.port), "--store", store]
        self._words += ["--broker", address_of(reached), "--credentials", reached.credentials or ""]
        if reached.authority is not None:
            self._words += ["--authority", reached.authority]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._words)

    def answers(self) -> bool:
        """Whether its pages are there, and so it hears the tables."""
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0

    def page(self, place: str = "/?part") -> str:
        """What a browser gets there; nothing while it does not answer."""
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}{place}") as answer:
            return str(answer.read().decode())
        return ""

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE_S)
