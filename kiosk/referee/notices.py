"""What is said beside the prompt for a while: a refusal, a hand that rests there, whoever is waited for."""

from kiosk.games.text import Text, fill, seat_name
from kiosk.match.match import Match
from kiosk.referee import prompts
from kiosk.referee.tray_state import TrayState
from kiosk.ruling import NoticeId
from vision.types import Scene, SceneState

REFUSAL_S = 4.0
"""A refusal stands for 4 seconds: long enough to be read twice."""
HAND_S = 4.0
"""A hand that stays over the tray for 4 seconds, longer than any throw takes, is asked to go."""
READING_S = 0.5
"""If the reader takes longer than 0.5 seconds, the screen says that it is looking."""
WAITING_S = 60.0
"""After 60 seconds without a hand or a press the player in turn is reminded."""


class Notices:
    """Knows the time, and what there is to say at it."""

    def __init__(self, match: Match, tray: TrayState) -> None:
        self._match = match
        self._tray = tray
        self.now = 0.0
        self._stirred_at: float | None = None
        """When somebody was last seen to do something, or the watching began."""
        self._given: tuple[NoticeId, Text, float, int] | None = None
        """The last notice, until when it stands, and the match's serial then: it ends once the match goes on."""

    def tick(self, time: float) -> None:
        self.now = time
        if self._stirred_at is None:
            self._stirred_at = time

    def scene(self, scene: Scene) -> None:
        self.now = scene.time
        if scene.state is SceneState.HAND:
            self._stirred_at = scene.time

    def pressed_at(self, time: float) -> None:
        self.now = self._stirred_at = max(self.now, time)
        self._given = None

    def give(self, notice: NoticeId, text: Text | None = None) -> None:
        """Say this for a while, in its own sentence or in `text`."""
        self._given = notice, text or prompts.NOTICES[notice], self.now + REFUSAL_S, self._match.serial

    @property
    def current(self) -> tuple[NoticeId | None, Text | None]:
        """What is said now, the most urgent first; without an id it is what the rules said happened last."""
        if self._given and self.now <= self._given[2] and self._match.serial == self._given[3]:
            return self._given[:2]
        tray = self._tray.snapshot
        if tray.state is SceneState.HAND and self.now - tray.since > HAND_S:
            return NoticeId.HAND_OVER, prompts.NOTICES[NoticeId.HAND_OVER]
        if tray.reading_since is not None and self.now - tray.reading_since > READING_S:
            return NoticeId.READING, prompts.NOTICES[NoticeId.READING]
        if self._match.undone is not None:
            what = prompts.decided(self._match.undone, self._match.game.figures)
            return NoticeId.UNDONE, fill(prompts.NOTICES[NoticeId.UNDONE], what=what)
        seat, events = self._match.board.seat, self._match.events
        if seat is not None and self._stirred_at is not None and self.now - self._stirred_at > WAITING_S:
            return NoticeId.WAITING, fill(prompts.NOTICES[NoticeId.WAITING], who=seat_name(seat))
        return None, events[-1].text if events else None
