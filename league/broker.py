"""The broker's own files: who may say what (Mosquitto's ACL), passwords, and a configuration to start from."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import shutil
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from league import topics
from league.connection import PORTS

ACL, PASSWORDS, CONFIGURATION = "acl", "passwords", "mosquitto.conf"
MOSQUITTO = DEBIANS_USER = "mosquitto"
PLACES = "/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"
"""Where it is beside the usual places for programs: Debian's, and those of macOS."""
ROUNDS = 101
"""Of PBKDF2 with SHA-512, as mosquitto_passwd(1) has it. A password is random: more rounds would not guard it better,
but keep a broker to which a thousand tables come back busy for minutes."""
SALT_BYTES, PASSWORD_BYTES = 12, 24
"""Mosquitto 2.0 takes salts of this length only."""


@dataclass(frozen=True, slots=True)
class Private:
    """Where tables of other houses reach the broker: TLS, on all of its machine's addresses.

    Attributes:
        certificate, key: files that Mosquitto's own user can read; the certificate with all between it and its root.
    """

    certificate: Path
    key: Path
    port: int = PORTS["mqtts"]


class AdmissionError(Exception):
    """A table cannot be admitted so; the message is one English sentence."""


def mosquitto() -> str | None:
    """The program; None where it is not installed."""
    return shutil.which(MOSQUITTO, path=f"{os.environ.get('PATH', '')}:{PLACES}")


def acl() -> str:
    """Who may say and hear what: a table under its own name only, the league everything that tables say."""
    tables = [f"pattern write {topics.topic('%u', what)}" for what in topics.OF_A_TABLE]
    league = [f"topic read {topics.topic('+', what)}" for what in topics.OF_A_TABLE]
    lines = [
        "# Written by dice-table league broker. %u is the name with which a table signs in.",
        *tables,
        f"pattern read {topics.topic('%u', topics.RECEIPT)}",
        f"pattern write {topics.discovery('%u')}",
        "",
        f"user {topics.LEAGUE}",
        *league,
        f"topic write {topics.topic('+', topics.RECEIPT)}",
    ]
    return "\n".join(lines) + "\n"


def configuration(folder: Path, *, port: int = 1883, address: str = "127.0.0.1", private: Private | None = None) -> str:
    """A configuration of Mosquitto 2 that keeps what it was given on disk."""
    listeners = [f"listener {port} {address}"]
    if private is not None:
        listeners += [f"listener {private.port}", f"certfile {private.certificate}", f"keyfile {private.key}"]
    elif address == "127.0.0.1":
        listeners.append("# Reached from other machines it needs TLS: dice-table league broker --certificate, --key.")
    lines = "\n".join(listeners)
    return f"""\
# Written by dice-table league broker.
{lines}
allow_anonymous false
password_file {folder / PASSWORDS}
acl_file {folder / ACL}
persistence true
persistence_location {folder}/
autosave_interval 30
max_queued_messages 100000
max_inflight_messages 500
max_packet_size 40000
log_type error
log_type warning
"""


def admit(folder: Path, table: str) -> str:
    """Give a table (or the league) a new password, kept as a hash in the broker's file; the password.

    Raises:
        AdmissionError: no table may be called so.
        OSError: the file cannot be written.
    """
    if table != topics.LEAGUE and not topics.is_table(table):
        raise AdmissionError(
            f'No table can be called "{table}": write small letters, digits and hyphens, 32 at most; "league" is taken.'
        )
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    file = folder / PASSWORDS
    others = [line for line in _lines(file) if line.partition(":")[0] != table]
    _write_secret(file, "\n".join([*others, f"{table}:{hashed(password)}"]) + "\n")
    _for_the_broker(file)
    return password


def dismiss(folder: Path, table: str) -> bool:
    """Take a table's password away; whether it had one."""
    file = folder / PASSWORDS
    lines = _lines(file)
    others = [line for line in lines if line.partition(":")[0] != table]
    _write_secret(file, "".join(f"{line}\n" for line in others))
    _for_the_broker(file)
    return others != lines


def give_to_the_broker(folder: Path) -> None:
    """Let Mosquitto's own user have the folder: started as root it turns into that one before it opens a file."""
    if sys.platform != "win32" and os.geteuid() == 0:
        with suppress(LookupError):  # no such user: not Debian's Mosquitto
            shutil.chown(folder, DEBIANS_USER, DEBIANS_USER)


def hashed(password: str) -> str:
    """A password as Mosquitto keeps it: $7$rounds$salt$hash (mosquitto_passwd(1))."""
    salt = secrets.token_bytes(SALT_BYTES)
    found = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(found).decode()}"


def write_credentials(file: Path, name: str, password: str) -> None:
    """Name and password in a file that nobody else may read, for whom they are."""
    _write_secret(file, f"{name}\n{password}\n")


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def _for_the_broker(file: Path) -> None:
    """Give a file to whom its folder belongs."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _write_secret(file: Path, text: str) -> None:
    """Nobody else may read it, at no moment."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as written:
        written.write(text)
    fresh.replace(file)
