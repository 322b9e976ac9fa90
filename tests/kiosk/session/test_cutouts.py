"""Pictures of corrected dice: kept where the owner says so, and nowhere else."""

from pathlib import Path

import cv2
import numpy as np
from made_up import MadeUpTable

from hardware.presses import KEEPS
from kiosk.match.journal import Journal
from kiosk.referee.dialog import Dialog, DialogDie
from kiosk.session.cutouts import FOLDER, Cutouts
from kiosk.session.session import Session
from vision.types import Image

PICTURE = np.full((40, 40, 3), 90, np.uint8)


def accepted(*presses: int, picture: Image | None = PICTURE) -> Dialog:
    """Two dice read as 4 and 2, of which these were stepped on."""
    dice = [DialogDie((4, 5, 6, 1, 2, 3), picture=picture), DialogDie((2, 1, 3, 4, 5, 6), picture=picture)]
    dialog = Dialog(dice)
    for index in presses:
        dialog.step(index)
    return dialog


def kept(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / FOLDER).glob("*"))


def test_a_die_is_kept_with_what_was_read_and_what_was_said(tmp_path: Path) -> None:
    Cutouts(tmp_path).save(accepted(0, 0))
    assert kept(tmp_path) == ["00001-read-4-said-6.png"]
    picture = cv2.imread(str(tmp_path / FOLDER / "00001-read-4-said-6.png"))
    assert picture is not None
    assert np.array_equal(picture, PICTURE)
    Cutouts(tmp_path).save(accepted(1))
    assert kept(tmp_path)[1:] == ["00002-read-2-said-1.png"], "numbers go on after a start"


def test_throws_entered_by_hand_and_full_disks_leave_nothing(tmp_path: Path) -> None:
    Cutouts(tmp_path).save(accepted(0, picture=None))
    assert kept(tmp_path) == []
    (tmp_path / FOLDER).write_text("no folder")
    Cutouts(tmp_path).save(accepted(0))


def test_two_thousand_are_kept_and_no_more(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    for number in range(1998):
        (tmp_path / FOLDER / f"{number}.png").touch()
    cutouts = Cutouts(tmp_path)
    cutouts.save(accepted(0))
    assert len(kept(tmp_path)) == 1999
    cutouts.save(accepted(0, 1))
    assert len(kept(tmp_path)) == 2000, "there was room for one of the two"
    cutouts.save(accepted(0))
    Cutouts(tmp_path).save(accepted(0))
    assert len(kept(tmp_path)) == 2000


def test_the_session_keeps_them_only_if_it_was_told_to(tmp_path: Path) -> None:
    for number, cutouts in enumerate((None, Cutouts(tmp_path / "1"))):
        session = Session(Journal(), cutouts=cutouts)
        session.begin("le_421", "classique", {}, ["Marie", "Jean"], 0)
        table = MadeUpTable(session.scene, session.press)
        table.empty()
        table.throw(4, 2, 1)
        table.press(KEEPS[0], long=True)
        assert session.view.scene.__class__.__name__ == "DialogView"
        table.end()
        assert len(kept(tmp_path / str(number))) == number
