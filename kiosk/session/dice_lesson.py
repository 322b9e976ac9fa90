"""Teaching a table what a face without pips stands for: a few pictures of it, each turned otherwise."""

import math
from dataclasses import dataclass, field

from kiosk.games.text import Text, say
from vision.types import Point, Scene, SceneState
from vision.watching.calibration import Calibration
from vision.watching.taught import LEAST_EXAMPLES, PIPS, TaughtExample, TaughtFaces

ASK = say("Lay one die on the tray, its odd face up, and press its value")
LAY = say("Lay that one die on the tray, its odd face up")
ALONE = say("Lay one die alone on the tray")
FURTHER = say("Turn it further: it lies as it did before")
ANOTHER = say("Another face lies up than before: lay the first one up again")

STEADY_S = 1.0
"""A die must lie still for 1 second before its picture is taken: time to look at the screen and press again."""
TURNED = math.radians(20)
"""Each picture shows the face turned by at least 20 degrees (in radians) from the nearest one before."""


@dataclass(slots=True)
class DiceLesson:
    """Says what to do next, and takes pictures of what is then seen.

    Attributes:
        calibration: what the table knows of its tray, with the faces that it was taught up to now.
        value: what the face stands for, 1-6; None until somebody has said it.
        learned: whether a face was taught since this began.
    """

    calibration: Calibration
    value: int | None = None
    learned: bool = False
    _examples: list[TaughtExample] = field(default_factory=list)
    _moved: bool = True
    """Whether anything moved since the last picture was taken."""
    _since: float | None = None
    """When the die came to lie as it was asked to."""
    _fault: Text | None = None
    _taught: int | None = None
    """The value of the face that was taught last, until another is begun."""

    @property
    def steps(self) -> tuple[int, int]:
        """How many pictures were taken of this face, and of how many."""
        return (LEAST_EXAMPLES if self._taught is not None else len(self._examples)), LEAST_EXAMPLES

    @property
    def prompt(self) -> Text:
        if self._taught is not None:
            return say(
                "The table reads this face as {n} now. Lay another odd face up and press its value", n=self._taught
            )
        if self._fault is not None:
            return self._fault
        if self.value is None:
            return ASK
        if not self._examples:
            return LAY
        left = LEAST_EXAMPLES - len(self._examples)
        return say(
            "Turn the die a little, the same face up, once more",
            "Turn the die a little, the same face up: {n} more times",
            n=left,
        )

    @property
    def begun(self) -> bool:
        """Whether pictures of a face were taken, but not yet as many as needed."""
        return self.value is not None and bool(self._examples)

    def say_value(self, value: int) -> None:
        """Somebody says what the odd face stands for, whether it lies there already or not."""
        if value == self.value and self._taught is None:
            return
        self.value, self._examples, self._taught = value, [], None
        self._moved, self._since, self._fault = True, None, None

    def learn(self, scene: Scene) -> bool:
        """Take one scene into account; whether a face is learned with it."""
        if scene.state is not SceneState.SETTLED:
            self._moved, self._since = True, None
            return False
        # A die that has not moved since its last picture would only give the same picture again.
        if self.value is None or self._taught is not None or not self._moved:
            return False
        places = _places(scene)
        self._fault = None if len(places) == 1 else ALONE
        if self._fault is not None:
            self._since = None
            return False
        self._since = scene.time if self._since is None else self._since
        return scene.time - self._since >= STEADY_S and self._take(scene, places[0])

    def _take(self, scene: Scene, place: Point) -> bool:
        """Keep a picture of the face, if it lies otherwise than before."""
        assert self.value is not None
        self._moved, self._since = False, None
        # None where the camera's pictures have another shape by now; the old size of dice is the best guess then.
        table = self.calibration.scaled_to(scene.image)
        edge = (table or self.calibration).edge
        if self._examples:
            match = TaughtFaces(self._examples).at(scene.image, place, edge)
            # How far it is turned from the picture it matches best, by the shorter way round.
            off = abs((match.turned + math.pi) % (2 * math.pi) - math.pi)
            if not match.possible or off < TURNED:
                self._fault = FURTHER if match.possible else ANOTHER
                return False
        # This last picture is the test: from the others, the face must be told from all that were taught before.
        if len(self._examples) == LEAST_EXAMPLES - 1 and (other := self._mistaken_for(scene, place, edge)):
            self._fault, self._examples = taken_for(other), []
            return False
        self._examples.append(TaughtExample.of(self.value, scene.image, place, edge))
        if len(self._examples) < LEAST_EXAMPLES:
            return False
        self.calibration = self.calibration.teach(self._examples)
        self._taught, self.learned, self.value, self._examples = self.value, True, None, []
        return True

    def _mistaken_for(self, scene: Scene, place: Point, edge: float) -> int | None:
        """The value of a face taught before from which this one could not be told; None if there is none."""
        taught = [face for face in self.calibration.faces if face.value != PIPS]
        match = TaughtFaces([*taught, *self._examples]).at(scene.image, place, edge)
        if match.value != self.value:
            return match.value
        return None if match.unrivalled else match.rival_value


def taken_for(value: int) -> Text:
    """That a face can not be told from one that was taught for another value."""
    return say("This face is taken for a {n}: lay another one up, or teach the {n} anew first", n=value)


def _places(scene: Scene) -> list[Point]:
    """The middles of all that may be a die; one that is both read and in doubt counts once."""
    boxes = [lying.die.box for lying in scene.dice] + [doubt.box for doubt in scene.doubts if doubt.box is not None]
    places: list[Point] = []
    for x, y, width, height in boxes:
        middle = x + width / 2, y + height / 2
        if all(math.dist(middle, other) > max(width, height) / 2 for other in places):
            places.append(middle)
    return places
