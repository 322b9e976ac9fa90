"""How often a leaning die is told from a flat one: `python -m workshop.benchmarks.leaning [--tables 40]`.

Each simulated table shows itself empty, then three flat dice, then three of which the last leans, several times: over
nothing, towards any side, and then against the far rim. It was taught nothing, and knows nothing of the others.
"""

from collections import Counter, defaultdict

import cv2
import typer

from vision.reading.reader import Reader
from workshop.benchmarks.measuring import header, row
from workshop.benchmarks.tray import Tray

DICE, RESTS = 3, 3
"""On a tray; and how often each kind is shown."""
LEANS = (12.0, 45.0)
"""From where on it shows, in degrees, to where a die shows another face."""
PLAINLY = 20.0


def main(tables: int = 40, first: int = 1000) -> None:
    """How often a die that leans leads to a question."""
    cv2.setNumThreads(1)
    reader, counts = Reader(), defaultdict[str, Counter[str]](Counter)

    def show(name: str, tray: Tray) -> None:
        counts[name]["laid"] += 1
        counts[name]["declined"] += bool(tray.look(DICE).doubts)

    for seed in range(first, first + tables):
        tray = Tray(seed, reader)
        for _ in range(RESTS):
            tray.lay(DICE)
            show("flat", tray)
        for _ in range(RESTS):
            degrees = float(tray.rng.uniform(*LEANS))
            tray.lean(DICE - 1, tray.lay(DICE)[-1], degrees)
            show(f"leaning by {'20 to 45' if degrees > PLAINLY else '12 to 20'} degrees", tray)
        for _ in range(RESTS):
            tray.lay(DICE)
            tray.look(DICE)
            tray.table.cock(DICE - 1)
            show("leaning against the rim by 23 to 40 degrees", tray)
    header("three dice, the last one", "laid", "declined")
    for name, count in counts.items():
        row(name, count["laid"], f"{count['declined'] / count['laid']:.1%}")


if __name__ == "__main__":
    typer.run(main)
