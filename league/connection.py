"""How a program reaches the broker: its address, whether it is private, and with which name and password."""

from __future__ import annotations

import logging
import ssl
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

logger = logging.getLogger(__name__)

PORTS = {"mqtt": 1883, "mqtts": 8883}
KEEP_ALIVE_S = 30
"""A broker that hears nothing for one and a half times as long says that a table is offline."""
LONGEST_WAIT_S = 60
"""Between two tries to reach the broker."""


class BrokerError(Exception):
    """The broker cannot be used as it is set up; the message is one English sentence."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker as settings name it.

    Attributes:
        host, port: where it is.
        private: whether what is said is encrypted (TLS).
        authority: a file with the certificate of who vouches for the broker; None: whom the system trusts.
        credentials: a file of two lines, name and password, that nobody else may read; None: it asks for none.
    """

    host: str
    port: int
    private: bool = False
    authority: Path | None = None
    credentials: Path | None = None

    @classmethod
    def of(cls, address: str, authority: Path | None = None, credentials: Path | None = None) -> Broker:
        """The one at an address such as mqtts://league.example or mqtt://127.0.0.1:1883.

        Raises:
            BrokerError: it is no such address.
        """
        parts = urlsplit(address)
        try:
            port = parts.port
        except ValueError:
            port = -1
        if parts.scheme not in PORTS or not parts.hostname or port == -1 or parts.path not in {"", "/"}:
            raise BrokerError(f'"{address}" is no broker: write mqtts://HOST, or mqtt://HOST:PORT within one building.')
        return cls(parts.hostname, port or PORTS[parts.scheme], parts.scheme == "mqtts", authority, credentials)

    def client(self, name: str, **options: Any) -> Client:
        """A client of that name, not yet connected.

        Raises:
            BrokerError: a file that it needs is missing, unreadable or open to others.
        """
        client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTv5, **options)
        client.reconnect_delay_set(1, LONGEST_WAIT_S)
        client.on_connect_fail = _Complaints(self)
        if self.private:
            try:
                client.tls_set_context(ssl.create_default_context(cafile=self.authority))
            except (OSError, ssl.SSLError) as error:
                raise BrokerError(f"{self.authority} is no certificate that can be used.") from error
        if self.credentials is not None:
            client.username_pw_set(*secret(self.credentials))
        return client

    def complaint(self, error: BaseException | None) -> str:
        """Why it was not reached, in a sentence."""
        place = f"The broker {self.host}:{self.port}"
        if isinstance(error, ssl.SSLCertVerificationError):
            why = error.verify_message.rstrip(".")
            return f"{place} shows a certificate that is not to be trusted ({why}): nothing is sent to it."
        how, why = " by TLS" if self.private else "", getattr(error, "strerror", None) or "no answer"
        return f"{place} cannot be reached{how} ({why}): it is tried again for ever, every minute at the latest."


class _Complaints:
    """Says why the broker is not reached, once for each reason in a row: it is tried again for ever."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._said = ""

    def __call__(self, *_: object) -> None:
        sentence = self._broker.complaint(sys.exception())
        if sentence != self._said:
            self._said = sentence
            logger.warning("%s", sentence)


def secret(file: Path) -> tuple[str, str]:
    """Name and password out of a file of two lines.

    Raises:
        BrokerError: it is missing, unreadable, open to others, or holds anything else.
    """
    try:
        mode, lines = file.stat().st_mode, file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BrokerError(f"{file} cannot be read: it holds name and password for the broker, a line each.") from error
    if sys.platform != "win32" and stat.S_IMODE(mode) & 0o077:
        raise BrokerError(f"Others may read {file}: chmod 600 {file}")
    if len(lines) != 2 or not all(lines):
        raise BrokerError(f"{file} must hold two lines, name and password for the broker.")
    return lines[0], lines[1]
