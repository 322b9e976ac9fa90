"""What a session starts from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hardware.camera.mounting import UPRIGHT, Mounting
from kiosk.match.online import Online
from kiosk.referee.keeping import Keeping
from kiosk.session.guide.guide import Bookmark


@dataclass(frozen=True, slots=True)
class Start:
    """What a session starts from: the owner's settings, who sits there, and when it is.

    Attributes:
        keeping: how players say which dice stay.
        favourite: the name of the game that is offered first.
        presets: the preset that is offered first, by game.
        sitting: the names that are offered as players; those of the last match if empty.
        resume: whether a match that was cut off goes on.
        background: whether odds are worked out in the background, so that the screen never waits for them.
        pin: the owner's, for what guests should leave alone; `settings` is the file it stands in.
        mounting: how the camera hangs; `hang` keeps another one that is found out. None: the table never asks for it.
        online: where matches are published, if the table is in a league.
        guide: the step of the first guide to begin with, if any.
        tries: whether this is a simulated table at which nobody has played: the first press then begins a match.
        now: when the session begins, seconds by the clock of the scenes and presses: idle times count from here.
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
