"""A cable to a broker that can be cut, as a network is: what is said is swallowed, and nobody is told so."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread

from mosquitto import free_port


class Cable:
    """Passes on what is said at `port` to another port of this machine, unless it is `cut`."""

    def __init__(self, to: int) -> None:
        self.port, self.is_cut, self.tries = free_port(), False, 0
        """`tries`: how often somebody wanted to connect while it was cut."""
        self._to = to
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._work = [Thread(target=self._accept, daemon=True)]
        self._work[0].start()

    def cut(self) -> None:
        self.is_cut = True

    def mend(self) -> None:
        """Connections of before are dead: their ends hear it when they say something."""
        for end in self._ends:
            _close(end)
        self._ends, self.is_cut = [], False

    def remove(self) -> None:
        _close(self._listening)
        self.mend()
        for work in self._work:
            work.join(5)

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listening.accept()
            except OSError:
                return
            self._ends.append(here)
            if self.is_cut:
                self.tries += 1
                _close(here)
                continue
            there = socket.create_connection(("127.0.0.1", self._to))
            self._ends.append(there)
            for one, other in ((here, there), (there, here)):
                self._work.append(Thread(target=self._pass_on, args=(one, other), daemon=True))
                self._work[-1].start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                if not self.is_cut:
                    other.sendall(said)
        if not self.is_cut:
            _close(one)
            _close(other)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
