"""The file that keeps what a table was taught of its tray, its dice and their colours, and how the camera hung then."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal, Self

import cv2
from pydantic import Field, model_validator

from hardware.camera.mounting import UPRIGHT, Mounting
from kiosk.files import BadFileError, StoredFile, StoredModel
from kiosk.games.text import say
from kiosk.locale import SOURCE_LANGUAGE, translate
from vision.watching.calibration import Calibration, CalibrationError
from vision.watching.taught import PIPS, TaughtExample, TaughtFaces

HANGS_OTHERWISE = say("The tray was taught while the camera hung otherwise: teach it once more, in Service")

Side = Annotated[int, Field(ge=16, le=65_536)]
"""A picture's width or height, 16 to 65,536 pixels: no camera makes more."""
Pixels = Annotated[float, Field(ge=-65_536, le=65_536)]
Edge = Annotated[float, Field(ge=1, le=65_536)]
Shade = Annotated[int, Field(ge=0, le=255)]
Shades = Annotated[tuple[tuple[Shade, Shade, Shade], ...], Field(min_length=1, max_length=1000)]


class KeptFace(StoredModel):
    """A picture of a face; see `TaughtExample`."""

    value: Annotated[int, Field(ge=PIPS, le=6)]
    png: Annotated[str, Field(max_length=65_536)]
    edge: Annotated[float, Field(gt=0, le=1)]

    @model_validator(mode="after")
    def _is_a_picture(self) -> Self:
        try:
            # `patch` decodes the picture, and raises if it cannot.
            assert self.example.patch is not None
        except (ValueError, cv2.error) as error:
            raise ValueError("a picture of a face is broken") from error
        return self

    @property
    def example(self) -> TaughtExample:
        return TaughtExample(self.value, self.png, self.edge)


class KeptTray(StoredModel):
    """What a table learned of its tray, with how the camera hung then; see `Calibration`."""

    frame: tuple[Side, Side]
    outline: Annotated[tuple[tuple[Pixels, Pixels], ...], Field(min_length=3, max_length=1000)]
    edges: tuple[Edge, Edge]
    colours: Annotated[tuple[Shades, ...], Field(min_length=1, max_length=2)]
    faces: Annotated[tuple[KeptFace, ...], Field(max_length=1000)] = ()
    mounting: tuple[Literal[0, 90, 180, 270], bool] = (0, False)

    @model_validator(mode="after")
    def _is_a_tray(self) -> Self:
        tray = self.calibration
        left, top, right, bottom = tray.part
        if left >= right or top >= bottom or self.edges[0] > self.edges[1]:
            raise ValueError("it is no tray in such a picture")
        if tray.taught:
            try:
                TaughtFaces(tray.faces)
            except (ValueError, cv2.error) as error:
                raise ValueError("the faces cannot be told apart") from error
        return self

    @property
    def calibration(self) -> Calibration:
        faces = tuple(face.example for face in self.faces)
        return Calibration(self.frame, self.outline, self.edges, self.colours, faces)


TRAY = StoredFile("calibration.json", KeptTray)


def save(calibration: Calibration, data: Path, mounting: Mounting = UPRIGHT) -> Path:
    """Keep it in the folder of the matches, with how the camera hangs; where it is now.

    Raises:
        OSError: the folder can't be written to.
    """
    return TRAY.write(data, KeptTray.model_validate({**asdict(calibration), "mounting": mounting}))


def load(data: Path, mounting: Mounting = UPRIGHT) -> Calibration | None:
    """What was learned of this table, whose camera hangs so; None if nothing was.

    Raises:
        CalibrationError: it was learned while the camera hung otherwise, or the file can't be read.
    """
    try:
        return hung_as(TRAY.read(data), mounting)
    except BadFileError as error:
        raise CalibrationError(f"{error} Run dice-table calibrate once more.") from error


def hung_as(kept: KeptTray | None, mounting: Mounting) -> Calibration | None:
    """A kept tray of a table whose camera hangs so.

    Raises:
        CalibrationError: it was learned while the camera hung otherwise.
    """
    if kept is None:
        return None
    if kept.mounting != mounting:
        raise CalibrationError(translate(HANGS_OTHERWISE, SOURCE_LANGUAGE))
    return kept.calibration
