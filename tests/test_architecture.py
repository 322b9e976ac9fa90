"""The import arrows of the house: which room may know which."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.games.registry import games

HOUSE = Path(__file__).resolve().parent.parent
ROOMS = ("kiosk", "vision", "hardware", "assets", "league")


def module_name(file: Path) -> str:
    parts = file.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for room in ROOMS for file in sorted((HOUSE / room).rglob("*.py"))}

# The longest name that begins a module's own decides what it may import of the house: a folder knows those below it.
GAMES = ("kiosk.games",)
MATCH = ("kiosk.match", "kiosk.files", *GAMES)
REFEREE = (
    *("kiosk.referee", "kiosk.odds", "kiosk.view", "kiosk.ruling", "hardware.panel", "hardware.presses"),
    *("vision.types", "vision.watching", *MATCH),
)
SESSION = (
    *("kiosk.session", "kiosk.locale", "kiosk.appliance.machine", "hardware.faults", "hardware.camera.mounting"),
    *REFEREE,
)
PIPELINE = ("kiosk.pipeline", "vision", "hardware", *SESSION)
RUNTIME = ("kiosk.runtime", "kiosk.screen", "kiosk.settings", "kiosk.appliance", *PIPELINE)
REPLAY = ("kiosk.history.steps", "kiosk.locale", *MATCH)
SCREEN = ("kiosk.view", "kiosk.match.seating", "kiosk.locale", "hardware.presses", "vision.types", *GAMES)
MAY_IMPORT = {
    "assets": (),
    "hardware": ("hardware",),
    "hardware.camera": ("hardware", "vision.types"),
    "hardware.simulator": ("hardware", "vision.types"),
    "kiosk": ("kiosk", "vision", "hardware"),
    # The one door to the league: the table itself never loads it.
    "kiosk.commands.league": ("kiosk", "league"),
    "kiosk.games": GAMES,
    "kiosk.odds": ("kiosk.odds", *GAMES),
    "kiosk.locale": ("kiosk.locale", *GAMES),
    "kiosk.match": MATCH,
    "kiosk.ruling": ("kiosk.ruling", "vision.types", *GAMES),
    "kiosk.view": ("kiosk.ruling", "kiosk.match.seating", "hardware.presses", "vision.types", *GAMES),
    "kiosk.referee": REFEREE,
    "kiosk.session": SESSION,
    "kiosk.pipeline": PIPELINE,
    "kiosk.runtime": RUNTIME,
    "kiosk.runtime.loop": ("kiosk.simulation.desk", *RUNTIME),
    "kiosk.history": (
        *("kiosk.history", "kiosk.referee", "kiosk.view", "kiosk.screen", "kiosk.locale", "hardware.presses"),
        *MATCH,
    ),
    "kiosk.settings": ("kiosk.settings", "kiosk.view", "kiosk.files", "hardware", *GAMES),
    "kiosk.screen": ("kiosk.screen", *SCREEN),
    "kiosk.screen.drawing": ("kiosk.screen.drawing", *SCREEN),
    "kiosk.screen.scenes": ("kiosk.screen.scenes", "kiosk.screen.drawing", "kiosk.screen.animation", *SCREEN),
    "league": ("league", "kiosk.history", "kiosk.locale", *MATCH),
    "league.demo": ("league", "kiosk.odds", *MATCH),
    "league.pages": ("league", "kiosk.odds", "kiosk.history.fairness", *REPLAY),
    "league.uplink": ("league.uplink", "league.wire", *REPLAY),
    "league.uplink.uplink": ("league.uplink", "league.wire", "kiosk.appliance.systemd", *REPLAY),
    "vision": ("vision",),
    "vision.types": ("vision.types",),
    "vision.reading": ("vision.reading", "vision.types"),
    "vision.watching": ("vision.watching", "vision.reading", "vision.types"),
}
# Libraries that belong to one room.
LIVES_IN = {
    "pygame": ("kiosk.screen", "kiosk.paper"),
    "fpdf": ("kiosk.paper",),
    "gpiozero": ("hardware",),
    "picamera2": ("hardware.camera.pi",),
    "mujoco": ("hardware.simulator",),
    "sqlite3": ("kiosk",),
    # The kiosk is without network.
    "paho": ("league.uplink.lamps",),
    "sqlalchemy": ("league",),
    "starlette": ("league.pages",),
}
# A real table never loads the simulator: only these rooms know it, and what imports one of them does so where it is
# asked for a simulated table, never as it is loaded itself.
SIMULATED = ("hardware.simulator", "hardware.camera.simulated", "kiosk.simulation")
ASKED_FOR = ("hardware.camera.source", "kiosk.runtime.loop", "kiosk.commands")
# The rules of a game: no I/O, no clock, no randomness; and sight knows the time only from its frames.
NEVER_IN = {
    "kiosk.games": {"datetime", "io", "os", "pathlib", "random", "secrets", "socket", "sys", "threading", "time"},
    "vision": {"datetime", "time"},
    # What is wrong or asked for comes as a value: nothing takes our own sentences apart.
    **dict.fromkeys(
        ("kiosk.pipeline", "kiosk.referee", "kiosk.runtime", "kiosk.session", "kiosk.simulation"), frozenset({"re"})
    ),
}
STANDARD_OR_OWN = "kiosk.games"
# What makes the product: nothing that is installed knows it.
WORKSHOP = "workshop"


def within(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


def imports(module: str, tree: ast.AST) -> Iterator[str]:
    """Every module that `module` imports, wherever in it; `from a import b` is a.b where that is a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module if MODULES.get(module, Path()).name == "__init__.py" else module.rpartition(".")[0]
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *filter(None, [node.module])])
            names = [f"{base}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else base for name in names)


def imports_when_loaded(module: str, tree: ast.Module) -> Iterator[str]:
    """Every module that is imported as `module` is, and not only where one of its functions is called."""
    loaded: list[ast.stmt] = [*tree.body]
    while loaded:
        node = loaded.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imports(module, node)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            loaded += [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]


def of_the_simulator(module: str) -> bool:
    return any(within(module, room) for room in SIMULATED)


def simulator_loaded(module: str, tree: ast.Module) -> list[str]:
    """Where `module` loads the simulator, or what loads it, though nobody may have asked for a simulated table."""
    if of_the_simulator(module):
        return []
    if not any(within(module, room) for room in ASKED_FOR):
        return [f"imports {name}, which is simulated" for name in set(imports(module, tree)) if of_the_simulator(name)]
    return [
        f"imports {name} as it is loaded: a real table would load the simulator"
        for name in set(imports_when_loaded(module, tree))
        if of_the_simulator(name)
    ]


def complaints(module: str, source: str) -> list[str]:
    """What `module` should not know."""
    tree = ast.parse(source)
    rule = max((room for room in MAY_IMPORT if within(module, room)), key=len)
    found = simulator_loaded(module, tree)
    for name in sorted(set(imports(module, tree))):
        top = name.partition(".")[0]
        if top in {*ROOMS, WORKSHOP}:
            if not any(within(name, room) for room in MAY_IMPORT[rule]):
                found.append(f"imports {name}")
        elif within(module, STANDARD_OR_OWN) and top not in sys.stdlib_module_names:
            found.append(f"imports {name}, which is not of the standard library")
        if top in LIVES_IN and not any(within(module, room) for room in LIVES_IN[top]):
            found.append(f"imports {name}, which lives in {LIVES_IN[top][0]}")
        for room, banned in NEVER_IN.items():
            if within(module, room) and top in banned:
                found.append(f"imports {name}, never in {room}")
    return found + [
        "uses __file__: assets are found by importlib.resources"
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "__file__"
    ]


def test_every_module_knows_only_what_it_may() -> None:
    found = {module: complaints(module, file.read_text(encoding="utf-8")) for module, file in MODULES.items()}
    assert {module: known for module, known in found.items() if known} == {}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("hardware.panel", "from vision.types import Frame"),
        ("hardware.camera.pi", "def late():\n    from vision.watching.watcher import Watcher"),
        ("vision.reading.reader", "from time import monotonic"),
        ("kiosk.games.le_421", "from ..view import TableView"),
        ("kiosk.games.le_421", "import numpy"),
        ("kiosk.games.le_421", "import random"),
        ("kiosk.session.faults", "import re"),
        ("kiosk.referee.referee", "from workshop.training import sprites"),
        ("kiosk.screen.drawing.text", "here = __file__"),
        ("kiosk.runtime.loop", "if True:\n    from hardware.simulator import SimulatedTable"),
        ("kiosk.runtime.loop", "class Late:\n    from kiosk.simulation.desk import open_desk"),
        ("kiosk.history.replay", "def late():\n    from hardware.simulator import SimulatedTable"),
        ("hardware.camera.source", "from hardware.camera.simulated import PracticeCamera"),
    ],
)
def test_a_wrong_arrow_is_seen(module: str, source: str) -> None:
    assert complaints(module, source) != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("hardware.camera.pi", "from vision.types import Frame, Image"),
        ("kiosk.referee.referee", "from vision.types import Scene\nfrom hardware.panel import Button"),
        ("kiosk.games.le_421", "from kiosk.games.game import Game\nfrom itertools import product"),
        ("kiosk.runtime.loop", "def simulate():\n    from kiosk.simulation.desk import open_desk"),
        ("hardware.camera.source", "def late():\n    from hardware.camera.simulated import PracticeCamera"),
    ],
)
def test_a_right_arrow_is_left_alone(module: str, source: str) -> None:
    assert complaints(module, source) == []


def words(source: str) -> set[str]:
    """Every word of a module's strings."""
    strings = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {word for value in strings if isinstance(value, str) for word in re.findall(r"\w+", value)}


def test_nothing_outside_the_games_names_one() -> None:
    names = {game.name for game in games()}
    outside = set(MODULES) - {"kiosk.locale"}
    found = {
        module: names & words(MODULES[module].read_text(encoding="utf-8"))
        for module in outside
        if not within(module, "kiosk.games")
    }
    assert {module: named for module, named in found.items() if named} == {}
    assert words("GAME = 'le_421'") & names == {"le_421"}
