"""Nothing that plays asks for Linux: whatever a system lacks is called only where its name was asked first."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent
ROOMS = ("kiosk", "vision", "hardware", "assets")
APPLIANCE = HOUSE / "kiosk" / "appliance"
DEVELOPMENT = HOUSE / "vision" / "training"
FILES = [
    file
    for room in ROOMS
    for file in sorted((HOUSE / room).rglob("*.py"))
    if not file.is_relative_to(APPLIANCE) and not file.is_relative_to(DEVELOPMENT)
]
# Of the standard library's documentation: "Availability: Unix", or Linux.
MODULES = {"crypt", "fcntl", "grp", "nis", "posix", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"}
CALLS = {
    "os": re.compile(
        r"memfd_create|(posix|sched|ev)_?\w+|fork\w*|get[erp]*[ug]id\w*|set[erp]*[ug]id\w*|l?chown|fchown|fchdir|uname|sync"
        r"|getloadavg|mkfifo|mknod|nice|pipe2|statvfs|fstatvfs|sendfile|killpg|setsid|openpty|wait[34]?|WNOHANG|getgroups"
        r"|O_(DIRECTORY|NOFOLLOW|NONBLOCK|CLOEXEC|SYNC|DIRECT|TMPFILE)|geteuid|\w*xattr"
    ),
    "signal": re.compile(
        r"SIG(KILL|STOP|CONT|HUP|QUIT|ALRM|CHLD|PIPE|USR[12]|WINCH)|alarm|setitimer|pause|pthread_\w+|sig\w*wait"
    ),
    "socket": re.compile(r"AF_(UNIX|NETLINK|PACKET)"),
    "select": re.compile(r"e?poll|kqueue"),
    "time": re.compile(r"clock_\w+|CLOCK_\w+|tzset"),
}
KEYWORDS = {"pass_fds", "preexec_fn", "process_group"}
STRFTIME = re.compile(r"%-[a-zA-Z]")
"""A figure without its zero: Windows writes %#d."""


def asks(node: ast.AST) -> bool:
    """Whether it asks which system this is."""
    return any(isinstance(one, ast.Attribute) and ast.unparse(one) == "sys.platform" for one in ast.walk(node))


def unasked(node: ast.AST) -> Iterator[ast.AST]:
    """All that is in a module, but not what is in a function or condition that asks which system this is."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.FunctionDef | ast.If) and asks(child)):
            yield child
            yield from unasked(child)


def complaints(source: str) -> list[str]:
    """What a module uses that not every system has."""
    found = []
    for node in unasked(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names if one.name in MODULES]
        elif isinstance(node, ast.ImportFrom):
            names = [one.name for one in node.names if one.name and node.module in CALLS]
            found += [node.module] if node.module in MODULES else []
            found += [name for name in names if CALLS[str(node.module)].fullmatch(name)]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in CALLS and CALLS[node.value.id].fullmatch(node.attr):
                found.append(ast.unparse(node))
        elif isinstance(node, ast.keyword) and node.arg in KEYWORDS:
            found.append(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and STRFTIME.search(node.value):
            found.append(node.value)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_that_plays_calls_what_not_every_system_has(room: str) -> None:
    files = [file for file in FILES if file.is_relative_to(HOUSE / room)]
    found = {file.relative_to(HOUSE).as_posix(): complaints(file.read_text(encoding="utf-8")) for file in files}
    assert {name: calls for name, calls in found.items() if calls} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import fcntl",
        "def late():\n    from pwd import getpwuid",
        "import os\nroom = os.memfd_create('camera')",
        "import os, signal\ndef end(pid):\n    os.kill(pid, signal.SIGKILL)",
        "from signal import SIGKILL",
        "import subprocess\nsubprocess.Popen(['x'], pass_fds=[3])",
        "import time\ntime.clock_gettime(0)",
        "day = f'{now:%-d %B}'",
    ],
)
def test_a_call_that_not_every_system_has_is_seen(source: str) -> None:
    assert complaints(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos.replace('a', 'b')\nos.getpid()",
        "import signal\nsignal.signal(signal.SIGTERM, print)",
        "import sys\ndef mains():\n    if sys.platform != 'linux':\n        return\n    import fcntl",
        "import os, sys\nif sys.platform == 'linux':\n    os.sync()",
    ],
)
def test_a_call_that_every_system_has_or_that_asks_first_is_left_alone(source: str) -> None:
    assert complaints(source) == []


def test_each_command_of_the_readme_has_its_line_for_powershell() -> None:
    text = (HOUSE / "README.md").read_text(encoding="utf-8")
    for what in ("run", "test"):
        [shell] = re.findall(rf"<!-- {what} command -->\n```sh\n(.*)\n```", text)
        [power] = re.findall(rf"<!-- PowerShell: {what} command -->\n```powershell\n(.*)\n```", text)
        same = shell.replace("python3 ", "py ").replace(" &&", ";").replace(".venv/bin/", ".venv\\Scripts\\")
        assert power == same
