"""A rig that is up: its work folder is named by DICE_TABLE_RIG, its scripts lie in the measuring set."""

import os
from pathlib import Path

import pytest
from rig import GUIDE, UNIT, Rig


@pytest.fixture(scope="session")
def rig() -> Rig:
    work = os.environ.get("DICE_TABLE_RIG")
    if not work:
        pytest.skip("no rig is up: DICE_TABLE_RIG names its work folder (tests/appliance/VERIFIED.md)")
    here = Path(__file__).resolve().parents[2]
    scripts = Path(os.environ.get("DICE_TABLE_MEASURING_SET", here.parent / "shared")) / "rig"
    rig = Rig(Path(work), scripts)
    if rig.say("echo up") != "up":
        pytest.skip("the rig is down: up.sh starts it")
    if rig.say(f"systemctl is-enabled {UNIT}") != "enabled":
        pytest.skip("the table is not installed in the rig (tests/appliance/VERIFIED.md)")
    if not rig.say(f"ls {GUIDE}"):
        # Where nobody has played it would begin with the guide of a first start, and the tests with a match.
        rig.say(f"echo '{{\"step\": null}}' > {GUIDE}")
        rig.start()
    return rig
