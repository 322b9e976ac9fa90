"""What a league bears: its pages, its news and its posts, by how many matches it has.

python -m workshop.benchmarks.league_bars [--matches 100000] [--watchers 500] [--workers 2] [--folder F]
Two hundred matches of a journal are posted; the others are their rows again, at other tables, by other people, on other
days, and sums worked out from them. Over SQLite, all on one machine; pages are asked for one after the other while all
watch and a table plays; posts are of a journal of whole matches.
"""

import gc
import itertools
import random
import socket
import tempfile
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from statistics import median, quantiles
from threading import Event, Thread

import typer
from copies import multiply
from loopback import until
from made_journal import make_journal
from own_books import lines_of, post_of
from served import Worker

from league.demo import played
from league.server.admin_store import AdminStore
from league.server.store import Store
from league.uplink.feed import Feed
from league.uplink.link import Link
from league.uplink.uplink import Uplink
from league.wire import Intro, packed, read, unpacked
from workshop.benchmarks.measuring import header, row, taken_ms

REAL, TABLES, PEOPLE = 200, 100, 40
"""Matches that are posted; tables, and people at each, of whom the others are."""
ASKED = 200
"""Times for each page."""
KEPT = 400
"""Matches whose posts are timed."""
PLACES = {
    "live": "/",
    "standings": "/standings",
    "players": "/players",
    "players, found": "/players?find=ana",
    "plays": "/plays",
    "dice": "/dice",
    "a player": "/player/1",
    "head to head": "/versus/1?with=2",
    "a match": "/match/{code}",
}


ANOTHER = {
    "place": f"'bar-' || (i % {TABLES})",
    "player": f"{{}} + 1000 * (i % {TABLES})",
    "who": f"{{}} + 1000 * (i % {TABLES})",
    "ended": "strftime('%Y-%m-%dT%H:%M:%SZ', {}, (i % 20000) || ' hours')",
}
"""Of copy `i`: another table, other people, another day."""


def fill(store: Store, folder: Path, matches: int) -> None:
    """Give it this many matches."""
    names = [f"Ana {number}" for number in range(PEOPLE)]
    make_journal(folder / "real", REAL, names_from=names)
    AdminStore(store).admit("bar-0")
    lines = lines_of("bar-0", folder / "real")
    for first in range(0, len(lines), 1000):
        store.take("bar-0", post_of(lines[first : first + 1000], after=_mark(store), more=True))
    while store.settle("bar-0"):
        pass
    with store.writing() as ask:
        for at in range(1, TABLES):
            ask("INSERT INTO place (name, folded) VALUES (:name, :name)", name=f"bar-{at}")
            people = "SELECT id + 1000 * :at, :place, name, folded, guest FROM player WHERE place = 'bar-0'"
            ask(f"INSERT INTO player (id, place, name, folded, guest) {people}", at=at, place=f"bar-{at}")
        multiply(ask, matches // REAL, **ANOTHER)


def _mark(store: Store, table: str = "bar-0") -> str:
    with store.reading() as ask:
        return str(ask("SELECT mark FROM place WHERE name = :table", table=table).scalar())


def keeping(store: Store, folder: Path) -> tuple[float, float]:
    """Lines a second that posts of a thousand come to, and with what their matches come to."""
    make_journal(folder / "kept", KEPT, seed=5)
    table = f"kept-{random.randrange(10**9)}"  # a league that was made before has what was posted then
    AdminStore(store).admit(table)
    lines = lines_of(table, folder / "kept")
    parts = [lines[first : first + 1000] for first in range(0, len(lines), 1000)]
    marks = ["", *(part[-1].mark for part in parts)]
    intros = [Intro(title="", after=after, upto=upto, more=True) for after, upto in itertools.pairwise(marks)]
    bodies = [packed(intro, part) for intro, part in zip(intros, parts, strict=True)]
    gc.freeze()  # what this benchmark holds is not looked through again and again
    began = time.perf_counter()
    for body in bodies:
        store.take(table, read(unpacked(body, gzip=True)))
    kept_s = time.perf_counter() - began
    while store.settle(table):
        pass
    return len(lines) / kept_s, len(lines) / (time.perf_counter() - began)


class Watchers:
    """Open pages, and when each of them heard of what."""

    def __init__(self, port: int, count: int) -> None:
        self.heard: list[tuple[float, bytes]] = []
        self._ended, self._selector = Event(), DefaultSelector()
        for number in range(count):
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(f"GET /events HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.{number % 250}\r\n\r\n".encode())
            self._selector.register(one, EVENT_READ)
        self._thread = Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self._ended.is_set():
            for key, _ in self._selector.select(0.2):
                told = key.fileobj.recv(65536)  # type: ignore[union-attr]
                self.heard.append((time.monotonic(), told))

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        for key in [*self._selector.get_map().values()]:
            key.fileobj.close()  # type: ignore[union-attr]


def playing(journal: Path, link: Link, ended: Event, thrown: list[float]) -> None:
    """A table that plays for as long as all this lasts, a throw a second, and its uplink."""
    table = played(journal, ("Anaïs", "Bastien", "Cécile"), random.Random(3))
    uplink = Uplink(Feed(journal, "played"), link, "")
    while next(table):
        pass
    due = 0.0
    while not ended.wait(0.05):
        now = time.monotonic()
        if now >= due and uplink.caught_up:
            next(table)
            thrown.append(time.monotonic())
            due = now + 1.0
        uplink.step(now)
    uplink.stop()
    table.close()


def memory_mb(worker: Worker) -> list[float]:
    """Of each process of a league."""
    pids = [worker.pid, *map(int, Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split())]
    found = []
    for pid in pids:
        said = Path(f"/proc/{pid}/status").read_text()
        found.append(int(said.partition("VmRSS:")[2].split()[0]) / 1024)
    return found


def pages(worker: Worker, code: str) -> None:
    """How long each page takes."""
    header("page", "median, ms", "99th")
    for name, where in PLACES.items():
        took = []
        for number in range(ASKED):
            headers = {"X-Forwarded-For": f"198.51.{number % 256}.{random.randrange(256)}"}
            asked = urllib.request.Request(worker.address + where.format(code=code), headers=headers)
            took.append(taken_ms(lambda asked=asked: urllib.request.urlopen(asked).read()))  # type: ignore[misc]
        row(name, f"{median(took):.1f}", f"{quantiles(took, n=100)[-1]:.1f}")


def main(
    *, matches: int = 100_000, watchers: int = 500, workers: int = 2, folder: Path | None = None, prepare: bool = False
) -> None:
    """What a league of this many matches bears; `folder`: where it is kept; `prepare`: make it, and measure nothing."""
    with tempfile.TemporaryDirectory(prefix="dice-league-") as place:
        file = (folder or Path(place)) / "league.sqlite3"
        address, began, there = f"sqlite:///{file}", time.monotonic(), file.exists()
        with closing(Store(address)) as store:
            if not there:
                fill(store, file.parent, matches)
                made, size = time.monotonic() - began, file.stat().st_size / 1e6
                print(f"{matches} matches, {size:.0f} MB, made in {made:.0f} s", flush=True)
            if prepare:
                return
            with store.reading() as ask:
                code = ask("SELECT code FROM match WHERE state = 'played' LIMIT 1").scalar()
            kept, whole = keeping(store, Path(place))
            print(f"lines kept a second: {kept:.0f}; with what they come to: {whole:.0f}")
            token = AdminStore(store).admit("played")
        worker, ended, thrown = Worker(address, "--workers", str(workers)), Event(), list[float]()
        try:
            watching = Watchers(worker.port, watchers)
            link = Link(worker.address, "played", token)
            table = Thread(target=playing, args=(Path(place) / "played", link, ended, thrown))
            table.start()
            until(lambda: len(thrown) > 3)
            pages(worker, str(code))
            ended.set()
            table.join()
            time.sleep(2)
            watching.end()
            heard = [at for at, told in watching.heard if at > thrown[0] and b'"played"' in told]
            lags = [1000 * (at - max(one for one in thrown if one <= at)) for at in heard]
            row("throw to page", f"{median(lags):.0f}", f"{quantiles(lags, n=100)[-1]:.0f}")
            print("memory of each process:", ", ".join(f"{one:.0f} MB" for one in memory_mb(worker)))
        finally:
            ended.set()
            worker.kill()


if __name__ == "__main__":
    typer.run(main)
