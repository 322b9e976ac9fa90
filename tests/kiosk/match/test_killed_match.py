"""The plug may be pulled at any moment."""

from pathlib import Path

from workshop.benchmarks.kills import kill


def test_a_match_killed_at_random_moments_loses_nothing_acknowledged_and_holds_nothing_half_done(path: Path) -> None:
    path.parent.mkdir()
    for killed in kill(path, seed=421, number=6):
        assert killed.whole, killed
