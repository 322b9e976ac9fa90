"""Every game and preset played to its end and audited, seed after seed: what goes wrong, and how often.

    python -m workshop.benchmarks.matches --out matches.jsonl --seeds 20 --jobs 2 [--game le_421] [--fault shake=1]

A line is written for each match as soon as it is over; what is already there for the same commit is not played again.
The table counts, for each game and preset, what the lines of this commit say.
"""

from __future__ import annotations

from kiosk.simulation.headless import play_match
from workshop.benchmarks.campaign import Job, Line, arguments, ended, jobs, run, table, total

COLUMNS = {
    "matches": lambda lines: str(len(lines)),
    "throws": lambda lines: f"{total(lines, 'throws'):.0f}",
    "s/throw": lambda lines: f"{total(lines, 'seconds') / max(total(lines, 'throws'), 1):.2f}",
    "prompts/throw": lambda lines: f"{total(lines, 'prompts') / max(total(lines, 'throws'), 1):.3f}",
    "corrections": lambda lines: f"{total(lines, 'corrections'):.0f}",
    "mismatches": lambda lines: str(sum(len(line["mismatches"]) for line in ended(lines))),
    "failures": lambda lines: str(len(lines) - len(ended(lines))),
}


def play(job: Job) -> Line:
    """The match's result."""
    options, faults = dict(job.options), dict(job.faults)
    result = play_match(job.game, job.preset, options, players=job.players, seed=job.seed, turbo=True, faults=faults)
    return result.document()


def main() -> None:
    given = arguments(__doc__.partition("\n")[0]).parse_args()
    print(table(run(given, jobs(given), play), "title", COLUMNS))


if __name__ == "__main__":
    main()
