"""Draws the pictures of a first start on the PC, with the table's own screen code: on the card there is none yet."""

import struct
import zlib
from collections.abc import Iterator

import numpy as np

from kiosk.games.text import Text, say
from kiosk.screen.painter import Painter
from kiosk.view import PageView, ProblemView, Rotation, TableView, View

SIZE = (1280, 720)
"""Pixels of a picture for a lying screen; the first start scales it to the screen."""
STAGES = {
    "files": say("Looking through the card"),
    "packages": say("Fetching what the camera needs"),
    "program": say("Putting the table together"),
    "settings": say("Laying out the settings"),
    "table": say("Waking the table"),
}
"""The stages, by the names of their methods in first_start.py, in order."""
ON = say("Leave it switched on: it starts to play by itself.")
LATER = say("Switch it off and on again: it begins anew.")
LOG = say("Why is told on the card, in dice-table/log.txt.")
FAULTS: dict[str, tuple[Text, Text, Text]] = {
    "network": (
        say("There is no network, and what the camera needs is not on this card."),
        say("Plug in a network cable, or write the card anew, with the Wi-Fi's exact name and password."),
        say("It goes on by itself as soon as there is a network."),
    ),
    "clock": (
        say("The clock is wrong, so what the camera needs can't be checked."),
        say("Nothing to do: the network tells the time."),
        say("It goes on by itself as soon as the clock is right."),
    ),
    "damaged": (
        say("A file on the card is damaged."),
        say("Write the card once more; if it happens again, take another card."),
        LOG,
    ),
    "packages_fault": (say("What the camera needs can't be installed."), LATER, LOG),
    "program_fault": (
        say("The program can't be installed."),
        say("Take a card of 16 GB or more, and write it anew."),
        LOG,
    ),
    "table_fault": (say("The table does not start."), LATER, LOG),
}
"""What can go wrong, by the names that first_start.py gives: what it is, what to do, and what happens meanwhile."""


def views() -> Iterator[tuple[str, View]]:
    for done, (name, doing) in enumerate(STAGES.items()):
        yield name, PageView(say("Dice Table"), said=doing, done=done, steps=len(STAGES), hint=ON)
    for name, (what, remedy, meanwhile) in FAULTS.items():
        yield name, ProblemView(say("Not ready yet"), what, remedy, meanwhile)


def pictures(language: str, rotation: Rotation = Rotation.LYING) -> dict[str, bytes]:
    """All pictures by NAME.DEPTH, for 32 and 16 bits a pixel: width, height and pixels, compressed."""
    upright = rotation in {Rotation.RIGHT, Rotation.LEFT}
    painter = Painter(SIZE[::-1] if upright else SIZE)
    packed = {}
    for name, view in views():
        painter.paint(TableView(view, language=language), 0.0)
        width, height = painter.surface.get_size()
        image = np.frombuffer(painter.surface.get_buffer().raw, np.uint8).reshape(height, width, 4)
        turned = np.rot90(image, rotation // 90)
        blue, green, red = (turned[..., channel].astype("<u2") for channel in range(3))
        head = struct.pack("<HH", turned.shape[1], turned.shape[0])
        for depth, pixels in ((32, turned), (16, red >> 3 << 11 | green >> 2 << 5 | blue >> 3)):
            packed[f"{name}.{depth}"] = zlib.compress(head + pixels.tobytes())
    return packed
