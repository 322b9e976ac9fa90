"""Keeps pictures that were drawn once for the next time, all functions' together within one budget of memory."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec

import pygame

BUDGET = 40_000_000
"""40 million bytes: a scene of 1920x1080 needs 5 to 10, a slip of paper that comes and goes 20 more."""

P = ParamSpec("P")


class PictureCache:
    """The pictures, the least recently used first; `held` is their size in memory, bytes."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.held = 0
        self._budget = budget
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def cached(self, make: Callable[P, pygame.Surface]) -> Callable[P, pygame.Surface]:
        """Decorate `make` so that it draws only what is not kept; its pictures are shared: never draw on them."""

        @wraps(make)
        def found(*args: P.args, **kwargs: P.kwargs) -> pygame.Surface:
            key = (make, args, tuple(sorted(kwargs.items())))
            picture = self._pictures.get(key)
            if picture is None:
                picture = self._pictures[key] = make(*args, **kwargs)
                self.held += weight(picture)
                while self.held > self._budget and len(self._pictures) > 1:
                    self.held -= weight(self._pictures.popitem(last=False)[1])
            else:
                self._pictures.move_to_end(key)
            return picture

        return found


def weight(picture: pygame.Surface) -> int:
    """What a picture takes in memory, bytes."""
    return picture.get_pitch() * picture.get_height()


CACHE = PictureCache()
cached = CACHE.cached
