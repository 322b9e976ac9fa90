"""What tests can't tell, measured, with the tests' own helpers: `python -m workshop.benchmarks.NAME`."""

import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
sys.path += [str(HOUSE / "tests/helpers" / folder) for folder in ("", "league")]
