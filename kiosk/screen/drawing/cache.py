"""Pictures drawn once serve the next time too, as many as go into a budget of memory, whoever made them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec

import pygame

BUDGET = 40_000_000
"""Bytes; a scene of 1920x1080 needs 5 to 10 million, a slip that comes and goes 20 million more."""

P = ParamSpec("P")


class PictureCache:
    """The pictures, those not asked for the longest first; `held` is what they weigh, bytes."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.held = 0
        self._budget = budget
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def cached(self, make: Callable[P, pygame.Surface]) -> Callable[P, pygame.Surface]:
        """Make `make` draw only what is not here; nobody may draw on what it gives."""

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
