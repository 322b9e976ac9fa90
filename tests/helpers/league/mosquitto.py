"""A real Mosquitto on loopback, with the files that `dice-table league broker` and `admit` write."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from paho.mqtt.client import Client

from league import broker as files
from league import topics
from league.connection import Broker

MOSQUITTO = files.mosquitto()
PATIENCE_S = 120.0
"""Whoever waits so long, on a machine that is busy with other things, waits for nothing."""
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


@contextmanager
def speaking(broker: Broker, name: str) -> Iterator[Client]:
    """Somebody who may say things at the broker, and is connected."""
    client = broker.client(name)
    client.connect(broker.host, broker.port)
    client.loop_start()
    try:
        until(client.is_connected)
        yield client
    finally:
        client.disconnect()
        client.loop_stop()


class Mosquitto:
    """A broker, its folder and its port; `start` it, `stop` it, `kill` it."""

    def __init__(self, folder: Path, private: files.Private | None = None) -> None:
        self.folder, self.port, self.private = folder, free_port(), private
        self.authority: Path | None = None
        """Who vouches for its certificate; if any, everybody comes by TLS."""
        folder.mkdir()
        self._process: subprocess.Popen[bytes] | None = None
        (folder / files.ACL).write_text(files.acl())
        text = files.configuration(folder, port=self.port, private=private)
        if os.getuid() == 0:
            text += "user root\n"  # it would become a user of its own, who cannot read a test's folder
        (folder / files.CONFIGURATION).write_text(text)
        self.admit(topics.LEAGUE)

    def admit(self, name: str) -> Broker:
        """Let a table in; how it reaches the broker."""
        files.write_credentials(self._credentials(name), name, files.admit(self.folder, name))
        self.read_files()
        return self.of(name)

    def of(self, name: str) -> Broker:
        """How somebody who was let in reaches the broker."""
        credentials = self._credentials(name)
        if self.private is None or self.authority is None:
            return Broker("127.0.0.1", self.port, credentials=credentials)
        return Broker("localhost", self.private.port, True, self.authority, credentials)

    def read_files(self) -> None:
        """Let it read its files again."""
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def start(self) -> None:
        assert MOSQUITTO is not None
        place = self.folder / files.CONFIGURATION
        self._process = subprocess.Popen([MOSQUITTO, "-c", place], stderr=subprocess.DEVNULL)
        until(self._answers)
        # It can be reached a moment before it knows what to do with a signal.
        with speaking(self.of(topics.LEAGUE), "first"):
            pass

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As a power cut does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def forget(self) -> None:
        """Lose all that it had acknowledged, as with a disk that broke; it must not run."""
        (self.folder / "mosquitto.db").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None

    def _credentials(self, name: str) -> Path:
        return self.folder / f"{name}.credentials"

    def _answers(self) -> bool:
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0
