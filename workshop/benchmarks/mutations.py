"""How many small breaks of the code its own tests notice: mutation testing of one folder.

    pipx install cosmic-ray
    python -m workshop.benchmarks.mutations kiosk/referee [--sample 60] [--seed 1] [--quick] [--work FOLDER]

A mutant is the code with one thing changed: a number one more or less, `<` for `<=`, `and` for `or`, a loop that never
runs. It is killed if a test of its folder fails; --quick leaves the slow tests out. Survivors are shown as diffs: each
is a test to write, code to delete, or a change that changes nothing. Cosmic Ray makes the mutants, of constants of
modules too, and shows each to the tests; here a sample is drawn, a mutant for each place in the code, and what no test
can tell is left out.

All runs in a copy under WORK, which may be deleted; the same command with the same --work goes on where it was stopped.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import typer

from workshop.benchmarks import HOUSE

OPERATORS = re.compile(
    r"core/(NumberReplacer|ExceptionReplacer|ZeroIterationForLoop|AddNot|ReplaceUnaryOperator_Delete_\w+"
    r"|Replace(True|False|And|Or|Break|Continue)With\w+|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul)"
    r"|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt))"
)
"""Of Cosmic Ray's: those that change a sign into its opposite or neighbour."""
GUARDS = re.compile(r"\b(frozen|slots|eq|repr|kw_only|strict|maxsize)=")
"""Lines with what only guards against mistakes."""
CONFIG = """
[cosmic-ray]
module-path = "{folder}"
timeout = 90.0
excluded-modules = []
test-command = "{python} -m pytest -x -q {marker} --no-header -p no:cacheprovider tests/{folder}"
[cosmic-ray.distributor]
name = "local"
"""


def draw(session: Path, copy: Path, sample: int, chance: random.Random) -> None:
    """Leave this many of the mutants in the session."""
    with sqlite3.connect(session) as file:
        found = file.execute(
            "SELECT job_id, module_path, operator_name, start_pos_row, start_pos_col FROM mutation_specs "
            "ORDER BY module_path, start_pos_row, start_pos_col, operator_name, occurrence"
        ).fetchall()
        drawn = {
            (module, row, column): job
            for job, module, operator, row, column in chance.sample(found, len(found))
            if OPERATORS.fullmatch(operator) and not GUARDS.search((copy / module).read_text().splitlines()[row - 1])
        }
        kept = set(chance.sample([*drawn.values()], min(sample, len(drawn))))
        for job, *_ in found:
            if job not in kept:
                file.execute("DELETE FROM mutation_specs WHERE job_id = ?", (job,))
                file.execute("DELETE FROM work_items WHERE job_id = ?", (job,))


def main(folder: str, *, sample: int = 60, seed: int = 1, quick: bool = False, work: Path | None = None) -> None:
    """How many small breaks of a folder its own tests notice, or the `quick` ones among them."""
    work = (work or Path(tempfile.mkdtemp(prefix="mutations-"))).resolve()
    copy, config, session = work / "copy", work / "config.toml", work / "session.sqlite"
    print(f"in {work}", flush=True)

    def cosmic_ray(*words: str) -> None:
        subprocess.run(words, cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, check=True)

    if not session.exists():
        shutil.copytree(HOUSE, copy, ignore=shutil.ignore_patterns(".*", "build", "__pycache__", "*.egg-info"))
        config.write_text(CONFIG.format(folder=folder, python=sys.executable, marker="-m quick" if quick else ""))
        cosmic_ray("cosmic-ray", "baseline", str(config))
        cosmic_ray("cosmic-ray", "init", str(config), str(session))
        draw(session, copy, sample, random.Random(seed))
    cosmic_ray("cosmic-ray", "exec", str(config), str(session))
    cosmic_ray("cr-report", "--surviving-only", "--show-diff", "--no-show-output", str(session))


if __name__ == "__main__":
    typer.run(main)
