"""What an owner may want of a card, checked before anything is written: a started table can't ask."""

import hashlib
import json
import re
import secrets
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

LONGEST_SECRET = 1024
"""A file that holds a password has up to 1,024 bytes: a longer one is another file."""
SYSTEMS_OWN = """root daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc nobody nogroup
adm tty disk kmem dialout fax voice cdrom floppy tape sudo audio dip operator src shadow utmp video sasl plugdev staff
users input sgx render kvm netdev gpio i2c spi lpadmin crontab messagebus sshd ssh polkitd avahi rpc tss dice-table"""
"""Users and groups that Raspberry Pi OS has already, so that no login can have their names (Debian's base-passwd, and
services)."""
KEY = re.compile(r"[0-9A-Fa-f]{64}")
PASSPHRASE = range(8, 64)
"""A WPA2 passphrase has 8 to 63 bytes; 64 hexadecimal digits are the key itself (IEEE 802.11i, annex H.4)."""
LETTERS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The digits of crypt(3) for 0 to 63."""
SCRYPT_LOG_N, SCRYPT_R, SCRYPT_P = 15, 8, 1
"""Scrypt's cost for a login's hash: each guess takes 32 MB and a tenth of a second of a PC."""


class WishError(ValueError):
    """Something that is not possible; the message is one English sentence with the mend."""


def _where(fits: Callable[[str], bool]) -> AfterValidator:
    def check(text: str) -> str:
        if not fits(text):
            raise ValueError  # `checked` tells the field's description instead
        return text

    return AfterValidator(check)


def _listed(table: str, column: int) -> set[str]:
    """A column of a table of the time zone database."""
    lines = (files("tzdata") / "zoneinfo" / table).read_text(encoding="utf-8").splitlines()
    return {line.split("\t")[column] for line in lines if not line.startswith("#")}


def _new(user: str) -> bool:
    return user not in SYSTEMS_OWN.split() and not user.startswith("systemd-")


def _opens(passphrase: str) -> bool:
    return KEY.fullmatch(passphrase) is not None or len(passphrase.encode()) in PASSPHRASE


def _country(name: object) -> object:
    """In capitals; GB for UK, which is not in the list, though everybody knows what it means."""
    return {"UK": "GB"}.get(name.upper(), name.upper()) if isinstance(name, str) else name


OneLine = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f\ufeff]+$")]
NewUser = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$"), _where(_new)]
Password = Annotated[OneLine, _where(lambda text: len(text.encode()) <= LONGEST_SECRET)]
Ssid = Annotated[OneLine, _where(lambda name: len(name.encode()) <= 32)]
Passphrase = Annotated[OneLine, _where(_opens)]
Country = Annotated[str, BeforeValidator(_country), _where(lambda name: name in _listed("iso3166.tab", 0))]
Zone = Annotated[str, _where(lambda name: name in _listed("zone.tab", 2) | {"UTC", "Etc/UTC"})]
"""A time zone named by a place: Raspberry Pi OS no longer has older names, such as US/Eastern."""


class Wishes(BaseModel):
    """What the owner wants of the machine besides the table; a field's description is told if it is not possible.

    `password` and `passphrase` are as typed; onto the card go only `login_hash` and `wifi_key`.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    user: NewUser | None = Field(
        default=None,
        description="--user cannot be that: take small letters, as in owner, and no name of the system's own.",
    )
    password: Password | None = Field(
        default=None, repr=False, description="A login needs a password of one line: type one."
    )
    wifi: Ssid | None = Field(
        default=None, description="--wifi is no network's name: those have 1 to 32 bytes, of which é takes two."
    )
    passphrase: Passphrase | None = Field(
        default=None,
        repr=False,
        description="A Wi-Fi's passphrase has 8 to 63 letters, or its key 64 hexadecimal digits: type it again.",
    )
    country: Country | None = Field(
        default=None, description="--country is none: write its two letters of ISO 3166, as in FR or GB."
    )
    timezone: Zone | None = Field(
        default=None, description="--timezone is nowhere: write continent and city, as in Europe/Paris."
    )


def checked(**fields: str | None) -> Wishes:
    """The wishes, by their fields; raises a WishError if one of them is not possible."""
    try:
        wishes = Wishes.model_validate(fields)
    except ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0])
        raise WishError(Wishes.model_fields[wrong].description) from error
    if wishes.wifi is not None and wishes.country is None:
        raise WishError("--wifi needs --country, two letters as in FR: a Pi's radio is silent without.")
    return wishes


def secret_in(file: Path) -> str:
    """The one line of a file, as any editor writes it: with a byte order mark or without, UTF-8 or UTF-16.

    Raises:
        WishError: it is something else, or begins or ends with blanks, which nobody sees in a password.
        OSError: it cannot be read.
    """
    with file.open("rb") as opened:
        content = opened.read(LONGEST_SECRET + 1)
    try:
        text = content.decode(json.detect_encoding(content)).rstrip("\r\n")
    except UnicodeDecodeError:
        raise WishError(f"{file} is no text in UTF-8: save it as that, or type what it holds.") from None
    if not text or text != text.strip() or not text.isprintable() or len(content) > LONGEST_SECRET:
        raise WishError(f"{file} must hold one line without blanks before or after it: mend it, or type what it holds.")
    return text


def login_hash(password: str) -> str:
    """The hash of a password as crypt(3) keeps it: scrypt, which is in Python's library, and is Debian's "$7$".

    Python 3.13 has no crypt module any more, and on Windows there never was one.
    """
    salt = _digits(secrets.randbits(132), 22)
    cost = {"n": 1 << SCRYPT_LOG_N, "r": SCRYPT_R, "p": SCRYPT_P}
    key = hashlib.scrypt(password.encode(), salt=salt.encode(), **cost, maxmem=64 << 20, dklen=32)
    head = LETTERS[SCRYPT_LOG_N] + _digits(SCRYPT_R, 5) + _digits(SCRYPT_P, 5)
    return f"$7${head}{salt}${_digits(int.from_bytes(key, 'little'), 43)}"


def wifi_key(name: str, passphrase: str) -> str:
    """The key of a WPA2 network, in hexadecimal (IEEE 802.11i, annex H.4); a key given instead stays as it is."""
    if KEY.fullmatch(passphrase):
        return passphrase.lower()
    return hashlib.pbkdf2_hmac("sha1", passphrase.encode(), name.encode(), 4096, 32).hex()


def _digits(number: int, count: int) -> str:
    """A number in the 64 digits of crypt(3), lowest digit first."""
    return "".join(LETTERS[number >> 6 * place & 63] for place in range(count))
