"""How far something is that takes a while, and how long it still takes: on standard error, where people look at it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SILENT_S = 1.0
"""What takes longer shows how far it is."""


@contextmanager
def progress(words: str) -> Iterator[Callable[[int, int | None], None]]:
    """Gives what is to be told how much is done, and of how much; it shows both with the time left, and then goes.

    Where nobody knows how much there is to do (None), it shows that something goes on.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(words), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", visible=False)
        began = time.monotonic()

        def told(done: int, of: int | None) -> None:
            bar.update(task, completed=done, total=of, visible=time.monotonic() - began > SILENT_S)

        yield told
