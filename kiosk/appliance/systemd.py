"""What systemd wants to hear, that the kiosk is ready, turns and stops; and the holes in memory that pictures leave."""

import contextlib
import ctypes
import os
import socket
import sys
from collections.abc import Mapping

EXIT_TO_LOGIN = 78
"""The exit code after which the unit starts a login on the console instead of the table."""


class Service:
    """Speaks to the service manager that started the process; does nothing if there is none.

    The protocol is sd_notify(3): datagrams of a few words, for which no library is needed.
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        """`environment`: None is the process's own."""
        environment = os.environ if environment is None else environment
        address = environment.get("NOTIFY_SOCKET", "")
        # "@" stands for the zero byte that begins a name in Linux's abstract namespace.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        # The watchdog may be meant for another process of the unit.
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        watchdog_s = int(environment.get("WATCHDOG_USEC", "0")) / 1e6 if ours else 0.0
        # Twice as often as asked, as the manual recommends.
        self._every_s = watchdog_s / 2 if watchdog_s else None
        self._next = float("-inf")

    @property
    def managed(self) -> bool:
        """Whether a service manager started the process: then the machine is a table and nothing else."""
        return bool(self._address)

    def ready(self) -> None:
        """The screen shows and the buttons work."""
        self._say("READY=1")

    def alive(self, now: float) -> None:
        """The main loop turns; to be called at each turn, with `now` in seconds, monotonic."""
        if self._every_s is not None and now >= self._next:
            self._next = now + self._every_s
            self._say("WATCHDOG=1")

    def stopping(self) -> None:
        """The kiosk ends on purpose."""
        self._say("STOPPING=1")

    def end(self, code: int) -> None:
        """End the process at once, if a manager started it; everything must be saved.

        At Python's normal exit the display's and the camera's libraries are unloaded, which now and then crashes or
        hangs. Then the exit code would be lost, by which the manager knows whether to start the table again.
        """
        if self._address:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _say(self, message: str) -> None:
        if not self._address or sys.platform == "win32":
            return
        # A manager that does not listen is no reason to end the evening.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(message.encode(), self._address)


EVERY_S = 60.0
"""Memory is given back once a minute."""


class Heap:
    """Gives free memory back once a minute, which takes a few milliseconds; without glibc it does nothing."""

    def __init__(self) -> None:
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
        self._next = 0.0

    def tidy(self, now: float) -> None:
        """Give back what lies idle, once in `EVERY_S` seconds."""
        if self._trim is not None and now >= self._next:
            self._next = now + EVERY_S
            self._trim(0)
