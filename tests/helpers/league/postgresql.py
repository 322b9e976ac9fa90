"""A real PostgreSQL on loopback, in a folder of its own."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp

from loopback import free_port, until

_PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
PROGRAMS = next((place for place in _PLACES if (place / "initdb").exists()), None)
OWNER = "postgres"
"""PostgreSQL does not run as root: Debian's user for it."""
ADMIN = "league"
"""Who may do everything in it, and so make users and databases."""


class PostgreSQL:
    """A server; `start` it, `stop` it, `kill` it."""

    def __init__(self) -> None:
        # None of pytest's folders, which let nobody but root through.
        self.folder, self.port = Path(mkdtemp(prefix="dice-table-postgresql-")), free_port()
        self._databases = 0
        if os.getuid() == 0:
            shutil.chown(self.folder, OWNER)
        self._run("initdb", "-D", self.folder / "data", "-U", ADMIN, "--auth=trust", "--no-sync")

    def database(self) -> str:
        """The address of a new one."""
        self._databases += 1
        name = f"league{self._databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", self.port, "-U", ADMIN, name)
        return self.address(ADMIN, name)

    def address(self, user: str, database: str) -> str:
        """Of a database that there is."""
        return f"postgresql+psycopg://{user}@127.0.0.1:{self.port}/{database}"

    def environment(self) -> dict[str, str]:
        """Where PostgreSQL's own programs are found, and where they find this server."""
        return {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}", "PGHOST": "127.0.0.1", "PGPORT": str(self.port)}

    def start(self) -> None:
        # Only the server is killed, never the machine: what it wrote need not be on the disk for that.
        given = f"-F -p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "-o", given, "start")

    def processes(self) -> list[int]:
        """The server's own number, and those of all that it started."""
        server = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        started = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        return [server, *map(int, started)]

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", how, "stop")

    def kill(self) -> None:
        """As if it had crashed: nothing is written that was not committed."""
        self.stop("immediate")
        until(lambda: not (self.folder / "data" / "postmaster.pid").exists())

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)

    def _run(self, program: str, *words: object) -> None:
        assert PROGRAMS is not None
        as_owner = ["runuser", "-u", OWNER, "--"] if os.getuid() == 0 else []
        done = subprocess.run(
            [*as_owner, PROGRAMS / program, *map(str, words)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd="/",
        )
        assert done.returncode == 0, done.stderr
