"""How many small breaks of the code its own tests notice: mutation testing, folder by folder.

    pip install -e .[mutation]
    python -m workshop.benchmarks.mutations [FOLDER ...] [--sample 60] [--seed 1] [--jobs 2]
    python -m workshop.benchmarks.mutations --resume WORK             # goes on where it was stopped

A mutant is the code with one thing changed: a number one more or less, `<` for `<=`, `and` for `or`, a loop that never
runs. It is killed if a test of its own folder fails or runs for too long. Survivors are shown as diffs: each is a test
to write, code to delete, or a change that changes nothing.

All runs in copies under WORK, which is printed first and may be deleted; the checkout is only read.

Cosmic Ray finds the mutants, makes them, runs the tests and remembers the results. It mutates constants of modules too,
and all thresholds here are such; mutmut 3 changes what stands in functions alone. Of Cosmic Ray's operators those are
used that change one sign into its opposite or neighbour, as all pairs of signs would make a sample of little else, and
one mutant is drawn for each place. What no test can tell is left out: annotations, caches, and what only guards against
mistakes (`frozen`, `slots`, `strict`, arguments that must be named, …).
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice
from multiprocessing import Queue, get_context
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_and_test, mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkItem, WorkResult

CHECKOUT = Path(__file__).resolve().parent.parent.parent
LEFT_BEHIND = shutil.ignore_patterns(".*", "build", "__pycache__", "*.egg-info")
"""Not copied: tests of these folders need none of it."""

SLOW = {"test_watcher_clip.py", "test_killed_match.py"}
"""Tests that take longer than all others of their folder together, and say little of one line."""
FOLDERS = (
    *("kiosk/match", "kiosk/referee", "kiosk/session", "kiosk/pipeline", "kiosk/runtime", "kiosk/settings"),
    *("kiosk/odds", "kiosk/appliance", "kiosk/simulation", "hardware", "vision/watching"),
)
"""Each mutant is shown to the tests of its own folder alone."""

BINARY = "Add_Sub Sub_Add Mul_Div Div_Mul FloorDiv_Mul Mod_Mul Pow_Mul BitOr_BitAnd BitAnd_BitOr"
COMPARISON = "Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt"
OPERATORS = (
    *(f"core/ReplaceBinaryOperator_{pair}" for pair in BINARY.split()),
    *(f"core/ReplaceComparisonOperator_{pair}" for pair in COMPARISON.split()),
    "core/ReplaceUnaryOperator_Delete_USub",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/AddNot",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ExceptionReplacer",
    "core/NumberReplacer",
    "core/RemoveDecorator",
    "core/ZeroIterationForLoop",
)
CACHES = {"cache", "lru_cache"}
GUARDS = {"frozen", "slots", "eq", "repr", "kw_only", "strict", "default_factory"}
"""Arguments that only guard against mistakes."""
PATIENCE, PATIENCE_S = 3.0, 20.0
"""Times as long as without a mutant, and seconds more, that tests may take."""


def mutants(folder: str, rng: Random) -> Iterator[MutationSpec]:
    """Those of a folder of the working directory, one for each place in the code, in random order."""
    places: dict[tuple[Path, object], list[MutationSpec]] = defaultdict(list)
    for module in sorted(Path(folder).rglob("*.py")):
        tree = get_ast(module.read_text(encoding="utf-8"))
        for name in OPERATORS:
            operator = get_operator(name)()
            found = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
            for occurrence, (start, end) in enumerate(found):
                spec = MutationSpec(module, name, occurrence, start, end)
                places[module, (start, end)].append(spec)
    drawn = [rng.choice(specs) for specs in places.values()]
    rng.shuffle(drawn)
    yield from filter(tells, drawn)


def tells(spec: MutationSpec) -> bool:
    """Whether the mutant is another program."""
    code = spec.module_path.read_text(encoding="utf-8")
    try:
        mutated = ast.parse(mutate_code(code, get_operator(spec.operator_name)(), spec.occurrence))
    except (AttributeError, SyntaxError):  # Cosmic Ray can't make a few of those that it finds
        return False
    return ast.dump(Bare().visit(mutated)) != ast.dump(Bare().visit(ast.parse(code)))


class Bare(ast.NodeTransformer):
    """Takes from a module what no test can tell."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        node.decorator_list = [one for one in node.decorator_list if ast.unparse(one).split("(")[0] not in CACHES]
        return self.generic_visit(node)

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        node.args, node.posonlyargs, node.kwonlyargs = node.posonlyargs + node.args + node.kwonlyargs, [], []
        node.defaults, node.kw_defaults = node.defaults + [one for one in node.kw_defaults if one is not None], []
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        if node.arg in GUARDS:
            node.value = ast.Constant(None)
        return self.generic_visit(node)


def test_command(module: Path) -> str:
    """Runs the tests of a module's folder, those first that are named for it, then those that name it."""
    folder = next(folder for folder in FOLDERS if module.is_relative_to(folder))
    files = [file for file in sorted(Path("tests", folder).rglob("test_*.py")) if file.name not in SLOW]
    name = re.compile(rf"\b{module.stem}\b")
    files.sort(key=lambda file: (module.stem not in file.stem, not name.search(file.read_text(encoding="utf-8"))))
    options = "-x -q --no-header -p no:cacheprovider"
    return shlex.join([sys.executable, "-m", "pytest", *shlex.split(options), *map(str, files)])


def begin(work: Path, folders: Sequence[str], sample: int, seed: int, jobs: int) -> None:
    """Copy the checkout and draw the mutants."""
    for job in range(jobs):
        shutil.copytree(CHECKOUT, work / f"copy-{job}", ignore=LEFT_BEHIND)
    os.chdir(work / "copy-0")
    with use_db(work / "session.sqlite") as session:
        for folder in folders:
            drawn = islice(mutants(folder, Random(f"{seed} {folder}")), sample or None)
            session.add_work_items(WorkItem.single(uuid.uuid4().hex, spec) for spec in drawn)


def run(work: Path, copies: Sequence[Path]) -> None:
    """Show every mutant that has no result yet to its tests, one in each copy at a time."""
    with use_db(work / "session.sqlite", WorkDB.Mode.open) as session:
        waiting = session.pending_work_items
        if not waiting:
            return
        os.chdir(copies[0])
        limits = {folder: _limit_s(folder, work) for folder in {_folder(item) for item in waiting}}
        context = get_context("spawn")
        places: Queue[str] = context.Queue()
        for copy in copies:
            places.put(str(copy))
        with ProcessPoolExecutor(len(copies), context, _enter, (places,)) as pool:
            tried = {pool.submit(_test, item, limits[_folder(item)]): item for item in waiting}
            for number, future in enumerate(as_completed(tried), 1):
                item, result = tried[future], future.result()
                session.set_result(item.job_id, result)
                where = f"{item.mutations[0].module_path}:{item.mutations[0].start_pos[0]}"
                print(f"{number}/{len(waiting)} {result.test_outcome or result.worker_outcome} {where}", flush=True)


def _folder(item: WorkItem) -> str:
    return next(folder for folder in FOLDERS if item.mutations[0].module_path.is_relative_to(folder))


def _limit_s(folder: str, work: Path) -> float:
    """How long a folder's tests may take; they must pass as they are. Measured once for all parts of a run.

    Raises:
        SystemExit: they do not.
    """
    measured = work / f"{folder.replace('/', '-')}.seconds"
    if measured.exists():
        return PATIENCE * float(measured.read_text(encoding="utf-8")) + PATIENCE_S
    os.environ["PYTHONPATH"] = str(Path.cwd())
    began = time.monotonic()
    done = subprocess.run(shlex.split(test_command(Path(folder))), capture_output=True, text=True, check=False)
    taken_s = time.monotonic() - began
    if done.returncode:
        raise SystemExit(f"The tests of {folder} fail without any mutant:\n{done.stdout}")
    measured.write_text(f"{taken_s:.0f}", encoding="utf-8")
    print(f"{folder}: its tests take {taken_s:.0f} s", flush=True)
    return PATIENCE * taken_s + PATIENCE_S


def _enter(places: Queue[str]) -> None:
    """A worker takes a copy for itself."""
    os.chdir(places.get())
    os.environ["PYTHONPATH"] = str(Path.cwd())


def _test(item: WorkItem, limit_s: float) -> WorkResult:
    (spec,) = item.mutations
    return mutate_and_test(item.mutations, test_command(spec.module_path), limit_s)


def report(results: Iterable[tuple[WorkItem, WorkResult]]) -> str:
    """The survivors' diffs, and a table of how many there are."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    survivors = []
    for item, result in results:
        late = result.test_outcome is TestOutcome.KILLED and result.output == "timeout"
        counts[_folder(item)]["timed out" if late else str(result.test_outcome.value)] += 1
        if result.test_outcome is TestOutcome.SURVIVED:
            survivors.append((str(item.mutations[0].module_path), item.mutations[0].start_pos, result.diff))
    lines = ["\n".join(diff.splitlines()[1:]) + "\n" for *_, diff in sorted(survivors)]
    outcomes = ("killed", "timed out", "survived", "incompetent")
    lines += ["| folder | mutants | " + " | ".join(outcomes) + " | killed or timed out |", "|---|" + "---|" * 6]
    counts["all"] = sum(counts.values(), Counter())
    for folder, count in counts.items():
        share = (count["killed"] + count["timed out"]) / count.total()
        lines.append(f"| {folder} | {count.total()} | {' | '.join(str(count[o]) for o in outcomes)} | {share:.1%} |")
    return "\n".join(lines)


def main(
    folders: Annotated[list[str] | None, typer.Argument(help=", ".join(FOLDERS))] = None,
    sample: Annotated[int, typer.Option(help="mutants of each folder; 0 takes all")] = 60,
    seed: int = 1,
    jobs: int = 2,
    resume: Annotated[Path | None, typer.Option(help="the folder of an earlier run")] = None,
) -> None:
    """How many small breaks of the code its own tests notice."""
    if unknown := set(folders or ()) - set(FOLDERS):
        raise typer.BadParameter(f"no tests are known for {', '.join(sorted(unknown))}")
    work = resume.resolve() if resume else Path(tempfile.mkdtemp(prefix="mutations-"))
    print(f"in {work}", flush=True)
    if not resume:
        begin(work, folders or FOLDERS, sample, seed, jobs)
    run(work, sorted(work.glob("copy-*")))
    with use_db(work / "session.sqlite", WorkDB.Mode.open) as session:
        print(report(session.completed_work_items))


if __name__ == "__main__":
    typer.run(main)
