"""How a table reaches its league: one HTTPS connection, kept open, and a token in a file that nobody else may read."""

import os
import ssl
import stat
import sys
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

from league.wire import LeagueAnswer, LeagueRefusal

TIMEOUT_S = 20.0
"""The league has 20 s to answer; a post of a thousand lines takes it a tenth of a second."""
LARGEST_ANSWER = 1 << 20
"""An answer is read up to 1 MiB."""
NOT_UNDERSTOOD, NOT_LET_IN = {400, 413, 422}, {401, 403, 404}
"""Statuses of an answer to a post that is not understood, and to a table that is not let in."""


class LinkError(Exception):
    """The league took nothing, or can't be trusted; the message is one English sentence, empty if nobody need know.

    Attributes:
        wait_s: how long the league asks to wait before the next post.
    """

    def __init__(self, sentence: str, wait_s: float = 0.0) -> None:
        super().__init__(sentence)
        self.wait_s = wait_s


class RefusedError(LinkError):
    """The league does not understand something in the post; to send it again would not help."""


class SetupError(Exception):
    """A file that the settings name cannot be used; the message is one English sentence."""


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

    def post(self, body: bytes) -> LeagueAnswer:
        """Post lines; what the league has then; raises a LinkError if they are to be posted again later."""
        answer, told = self._sent(body)
        if answer.status == HTTPStatus.OK:
            try:
                return LeagueAnswer.model_validate_json(told)
            except ValueError as error:
                raise LinkError(f"{self.address} is no league: its answer is none of a league's.") from error
        why, wait = _why(told), answer.headers.get("Retry-After", "")
        if answer.status in NOT_UNDERSTOOD:
            raise RefusedError(why)
        sentence = f"The league answers {answer.status}: {why or 'it is tried again'}"
        if answer.status in NOT_LET_IN:
            sentence = f"The league does not know this table: {why or answer.status}"
        elif answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            sentence = ""
        raise LinkError(sentence, float(wait) if wait.isdecimal() else 0.0)

    def _sent(self, body: bytes) -> tuple[HTTPResponse, bytes]:
        # Whether the connection was open already: then it may have been closed since by the other side.
        kept = self._open is not None and self._open.sock is not None
        try:
            self._open = self._open or self._kind(self._host, timeout=TIMEOUT_S)
            self._open.request("POST", self._path, body, self._headers)
            answer = self._open.getresponse()
            return answer, answer.read(LARGEST_ANSWER)
        except (OSError, HTTPException, ValueError) as error:
            self.close()
            if kept and isinstance(
                error, ConnectionError
            ):  # as with one that was idle for long: once more on a new one
                return self._sent(body)
            why = getattr(error, "strerror", None) or "no answer"
            sentence = f"cannot be reached ({why}): it is tried again for ever, every minute at the latest."
            if isinstance(error, ssl.SSLCertVerificationError):
                why = error.verify_message.rstrip(".")
                sentence = f"shows a certificate that is not to be trusted ({why}): nothing is sent to it."
            raise LinkError(f"The league {self.address} {sentence}") from error

    def close(self) -> None:
        """Let go of the connection."""
        if self._open is not None:
            self._open.close()


def _why(told: bytes) -> str:
    """The league's own sentence; empty if the answer came from something else, as a proxy."""
    try:
        return LeagueRefusal.model_validate_json(told).error[:200]
    except ValueError:
        return ""


def write_secret(file: Path, text: str) -> None:
    """Write a file that nobody else may read."""
    # A new file: one that is there would keep its own permissions.
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(text)


def secret(file: Path) -> str:
    """A token, or a name and a password, from a file of its own.

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
