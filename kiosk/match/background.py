"""Work that takes long is done beside the game, in a thread of its own: the game looks whether it is done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

NAME = "beside"
"""The name of these threads."""

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> Future[T]:
    """Begin `work`, and give what will hold its result; a program that ends does not wait for it."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  whoever asks for the result gets it
            future.set_exception(error)

    Thread(target=run, name=NAME, daemon=True).start()
    return future
