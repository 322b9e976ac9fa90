"""How a table reaches its league: one connection by HTTPS, kept open, and a token that nobody else may read."""

from __future__ import annotations

import json
import os
import ssl
import stat
import sys
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

TIMEOUT_S = 20.0
"""For the league to answer; a post of a thousand lines takes it a tenth of a second."""
LARGEST_ANSWER = 1 << 20
"""Bytes."""


class LinkError(Exception):
    """The league was not reached, or is not to be trusted; the message is one English sentence."""


class SetupError(Exception):
    """What the settings name cannot be used; the message is one English sentence."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a league said: HTTP's status, the JSON, and how many seconds to wait before the next post, if it says so."""

    status: int
    told: Any = None
    wait_s: float = 0.0

    @property
    def why(self) -> str:
        """Its own sentence, if it has one."""
        return str(self.told["error"])[:200] if isinstance(self.told, dict) and "error" in self.told else ""


class Link:
    """The way to a league at `address`, https://HOST, for a table of this name."""

    def __init__(self, address: str, table: str, token: str) -> None:
        self.address, self.table = address, table
        parts = urlsplit(address)
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._path = parts.netloc.rpartition("@")[2], f"{parts.path.rstrip('/')}/tables/{table}/lines"
        kind = {"Content-Encoding": "gzip", "Content-Type": "application/x-ndjson"}
        self._headers = {"Authorization": f"Bearer {token}", **kind}
        self._open: HTTPConnection | None = None

    def post(self, body: bytes) -> Reply:
        """Post lines.

        Raises:
            LinkError: no answer came.
        """
        kept = self._open is not None and self._open.sock is not None
        try:
            self._open = self._open or self._kind(self._host, timeout=TIMEOUT_S)
            self._open.request("POST", self._path, body, self._headers)
            answer = self._open.getresponse()
            told = answer.read(LARGEST_ANSWER)
        except ssl.SSLCertVerificationError as error:
            self.close()
            why = error.verify_message.rstrip(".")
            sentence = f"shows a certificate that is not to be trusted ({why}): nothing is sent to it."
            raise LinkError(f"The league {self.address} {sentence}") from error
        except (OSError, HTTPException, ValueError) as error:
            self.close()
            if kept and isinstance(error, ConnectionError):  # it was idle for too long: the other side let go of it
                return self.post(body)
            why = getattr(error, "strerror", None) or "no answer"
            sentence = f"cannot be reached ({why}): it is tried again for ever, every minute at the latest."
            raise LinkError(f"The league {self.address} {sentence}") from error
        wait = answer.headers.get("Retry-After", "")
        try:
            said = json.loads(told)
        except (ValueError, RecursionError):
            said = None
        return Reply(answer.status, said, float(wait) if wait.isdecimal() else 0.0)

    def close(self) -> None:
        """Let go of the connection."""
        if self._open is not None:
            self._open.close()


def write_secret(file: Path, text: str) -> None:
    """Write what nobody else may read."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(text)


def secret(file: Path) -> str:
    """A token, or a name and a password, out of a file of its own.

    Raises:
        SetupError: it is missing, unreadable, open to others, or empty.
    """
    try:
        mode, text = file.stat().st_mode, file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"{file} cannot be read: it holds what `dice-table league admit` wrote.") from error
    if sys.platform != "win32" and stat.S_IMODE(mode) & 0o077:
        raise SetupError(f"Others may read {file}: chmod 600 {file}")
    if not text or not text.isprintable():
        raise SetupError(f"{file} must hold one line, which `dice-table league admit` wrote.")
    return text
