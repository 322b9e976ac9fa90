"""What a session starts from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hardware.camera.mounting import UPRIGHT, Mounting
from kiosk.match.online import Online
from kiosk.referee.keeping import Keeping
from kiosk.session.guide.bookmark import Bookmark


@dataclass(frozen=True, slots=True)
class Start:
    """What a session starts from: the owner's settings, who sits there, and when it is.

    Attributes:
        keeping: how players say which dice stay.
        favourite: the game that is offered first; `presets` (by game) the house rules, `sitting` the players.
        resume: whether a match that was cut off goes on.
        background: nothing waits for odds that take long to work out.
        pin: the owner's, for what guests should leave alone; `settings` is the file it stands in.
        mounting: how the camera hangs, which `hang` keeps where it is found out anew; None where nobody asks for it.
        online: where matches are told, if the table is in a league.
        guide: the step of the first guide to begin with, if any.
        tries: whether somebody tries a simulated table at which nobody has played: the first press is a match.
        now: when the session begins, seconds by the clock of the scenes and presses: nobody has left alone yet what
            goes on then.
    """

    keeping: Keeping = Keeping.BUTTONS
    favourite: str | None = None
    presets: Mapping[str, str] = field(default_factory=dict)
    sitting: Sequence[str] = ()
    resume: bool = True
    background: bool = False
    pin: str = ""
    settings: str = ""
    mounting: Mounting = UPRIGHT
    hang: Callable[[Mounting], object] | None = None
    online: Online = field(default_factory=Online)
    guide: Bookmark = field(default_factory=Bookmark)
    tries: bool = False
    now: float = 0.0
