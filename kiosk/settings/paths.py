"""Paths as owners write them: `~` and `$HOME` are expanded, and a path that can't be meant so is refused."""

import os
import re
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, ValidationInfo

from hardware.faults import Device

SHARED = "shared"
"""Key of pydantic's validation context: whether several users read these settings."""
_UNSEEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
"""What no name holds: control characters, and bytes of the environment that are no text (surrogates)."""
_HOME = re.compile(r"~|\$\{?HOME\b|%USERPROFILE%")
_UNKNOWN = re.compile(r"\$\{?\w+\}?|%\w+%")
_CAMERA = re.compile(r"[a-z]{2,}:")
"""A kind of camera before its number; a single letter is a Windows drive."""
_NUMBERED = {device.value for device in Device if device is not Device.RECORDING}


def expanded(text: str, *, shared: bool = False) -> str:
    """The absolute path; `shared`: several users read it, each with another home.

    Raises:
        ValueError: it depends on where the program happens to run, or on something that is not known there.
    """
    if not text.strip():
        raise ValueError("nothing is written there; write the whole path, or leave the line out")
    word(text)
    if shared and _HOME.match(text):
        raise ValueError(f'"{text}" is another folder for each user of this machine; write the whole path')
    try:
        found = os.path.expandvars(Path(text).expanduser())
    except RuntimeError as error:
        raise ValueError(
            f'nobody knows what home {Path(text).parts[0]} is in "{text}"; write the whole path'
        ) from error
    unknown = _UNKNOWN.search(found)
    if unknown is not None:
        raise ValueError(f'nothing says what {unknown[0]} is in "{text}"; write the whole path')
    if not Path(found).is_absolute():
        raise ValueError(f'"{text}" is somewhere else wherever the table is started; write the whole path')
    return found


def word(text: str) -> str:
    """A text that can be shown and given to the system.

    Raises:
        ValueError: it holds something that can't be shown.
    """
    if _UNSEEN.search(text):
        raise ValueError("there is something in it that is no letter; write it anew")
    return text


def _place(value: object, asked: ValidationInfo) -> object:
    if not isinstance(value, str | Path):
        return value
    place = Path(expanded(str(value), shared=bool(asked.context and asked.context.get(SHARED))))
    if os.path.isfile(place):  # noqa: PTH113  unlike Path's, it is False in folders that we may not read
        raise ValueError(f'"{place}" is a file; write a folder')
    return place


def _camera(value: object, asked: ValidationInfo) -> object:
    """A recording is a path; any other camera has a kind and a number."""
    if not isinstance(value, str) or not value:
        return value
    if _CAMERA.match(value):
        kind, _, number = value.partition(":")
        if kind not in _NUMBERED:
            raise ValueError(
                f'"{value}" is no camera; write pi:0, webcam:0, or the whole path of one or of a recording'
            )
        if not number.isdecimal():
            raise ValueError(f'"{value}" has no number; write {kind}:0 for the first')
        return value
    return expanded(value, shared=bool(asked.context and asked.context.get(SHARED)))


Word = Annotated[str, AfterValidator(word)]
Place = Annotated[Path, BeforeValidator(_place)]
CameraName = Annotated[str, BeforeValidator(_camera)]
