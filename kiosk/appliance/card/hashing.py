"""Passwords as the systems that are given them keep them: nothing on a card tells what was typed."""

from __future__ import annotations

import hashlib
import secrets

_LETTERS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ROUNDS = 100_000
"""Of SHA-512 for a login, where the system's own are 5,000: some half a second on a PC, for whoever guesses as well."""
SALT = 16
PSK_ROUNDS, PSK_BYTES = 4096, 32
"""IEEE 802.11i, annex H.4: how a network's key is made of its passphrase."""


def sha512_crypt(password: str, salt: str | None = None, rounds: int = ROUNDS) -> str:
    """A login's password as crypt(3) keeps it; Python 3.13 has no crypt any more, and Windows never had one.

    Source: Ulrich Drepper, "Unix crypt using SHA-256 and SHA-512", whose steps are numbered below.
    """
    salt = "".join(secrets.choice(_LETTERS) for _ in range(SALT)) if salt is None else salt
    word, grain = password.encode(), salt.encode()
    other = hashlib.sha512(word + grain + word).digest()  # 4-8
    mixed = hashlib.sha512(word + grain + _long(other, len(word)))  # 1-3, 9-10
    bits = len(word)
    while bits:  # 11
        mixed.update(other if bits & 1 else word)
        bits >>= 1
    result = mixed.digest()  # 12
    words = _long(hashlib.sha512(word * len(word)).digest(), len(word))  # 13-16
    grains = _long(hashlib.sha512(grain * (16 + result[0])).digest(), len(grain))  # 17-20
    for turn in range(rounds):  # 21
        begin, end = (words, result) if turn & 1 else (result, words)
        middle = (grains if turn % 3 else b"") + (words if turn % 7 else b"")
        result = hashlib.sha512(begin + middle + end).digest()
    return f"$6$rounds={rounds}${salt}${_encoded(result)}"


def wifi_key(name: str, passphrase: str) -> str:
    """The key of a WPA2 network, in hexadecimal; `name` is the network's own."""
    return hashlib.pbkdf2_hmac("sha1", passphrase.encode(), name.encode(), PSK_ROUNDS, PSK_BYTES).hex()


def _long(digest: bytes, length: int) -> bytes:
    return (digest * (length // len(digest) + 1))[:length]


def _encoded(digest: bytes) -> str:
    """22: three bytes as four letters, the bytes taken 21 apart, each time in another order."""
    order: list[int] = []
    first, second, third = 0, 21, 42
    for _ in range(21):
        order += [first, second, third]
        first, second, third = second + 1, third + 1, first + 1
    told = []
    for one, two, three in zip(order[::3], order[1::3], order[2::3], strict=True):
        number = digest[one] << 16 | digest[two] << 8 | digest[three]
        told += [_LETTERS[number >> 6 * place & 63] for place in range(4)]
    return "".join([*told, _LETTERS[digest[63] & 63], _LETTERS[digest[63] >> 6]])
