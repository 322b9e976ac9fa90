"""Three tables play, and whatever stands between them and the league is killed: no line may be lost or doubled.

python -m workshop.benchmarks.league_kills [--kills 82] [--store sqlite|postgresql] [--seed 1]
Behind nginx with TLS; in turn: a league of two workers, nginx, the database, an uplink, a table that plays. Then the
standings are those of the tables' own journals, and each of their lines is there once.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from loopback import Running, until
from own_books import NAMES, count, is_right, lines_of
from postgresql import PostgreSQL
from proxies import Proxy
from served import Worker
from sqlalchemy.exc import SQLAlchemyError

from kiosk.match.journal import JOURNAL
from league.demo import played
from league.server.admin_store import AdminStore
from league.server.store import Store
from league.uplink.link import write_secret

TABLES = ("zinc", "comptoir", "phare")
STEP_S = 0.1
"""Between two things that somebody does: twenty times as fast as people."""
BETWEEN_S = 1.5
"""From one kill to the next, at most."""


def play(journal: Path, seed: int) -> None:
    """Play at a table until killed."""
    for _ in played(journal, NAMES, random.Random(seed)):
        time.sleep(STEP_S)


def settings(folder: Path, address: str, table: str, token: str) -> Path:
    """What an uplink reads."""
    (folder / table).mkdir()
    write_secret(folder / table / "league.token", token)
    file = folder / f"{table}.toml"
    place = folder / table
    file.write_text(f'data = "{place}"\n[league]\naddress = "{address}"\ntable = "{table}"\n')
    return file


def kill(
    kills: int, chance: random.Random, others: Mapping[str, Running | PostgreSQL], parts: Mapping[str, list[Running]]
) -> Counter[str]:
    """Kill one after the other, and let it begin again; how many of each kind."""
    kinds, killed = [*others, *parts], Counter[str]()
    for number in range(kills):
        time.sleep(chance.uniform(0, BETWEEN_S))
        kind = kinds[number % len(kinds)]
        killed[kind] += 1
        one = others[kind] if kind in others else chance.choice(parts[kind])
        one.kill()
        time.sleep(chance.uniform(0, 0.5))
        one.start()
    return killed


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--kills", type=int, default=82)
    arguments.add_argument("--store", choices=["sqlite", "postgresql"], default="sqlite")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    chance, folder = random.Random(given.seed), Path(tempfile.mkdtemp(prefix="dice-league-"))
    database = PostgreSQL() if given.store == "postgresql" else None
    if database is not None:
        database.start()
    address = f"sqlite:///{folder / 'league.sqlite3'}" if database is None else database.database()
    store = Store(address)
    worker = Worker(address, "--workers", "2")
    proxy = Proxy("nginx", folder / "proxy", worker.port)
    python, journals = sys.executable, {table: folder / table / JOURNAL for table in TABLES}
    parts: dict[str, list[Running]] = {"uplink": [], "table": []}
    for number, (table, journal) in enumerate(journals.items()):
        file = settings(folder, proxy.address, table, AdminStore(store).admit(table))
        words = [python, "-m", "kiosk", "league", "uplink", "--config", str(file)]
        parts["uplink"].append(Running(words, SSL_CERT_FILE=str(proxy.trust)))
        words = [python, "-m", "workshop.benchmarks.league_kills", "play", str(journal), str(number)]
        parts["table"].append(Running(words))
    others: dict[str, Running | PostgreSQL] = {"server": worker, "proxy": proxy}
    if database is not None:
        others["database"] = database
    killed = kill(given.kills, chance, others, parts)
    for table_part in parts["table"]:
        table_part.kill()
    written = {table: [journal] for table, journal in journals.items()}
    lines = sum(len({line.key for line in lines_of(table, journal)}) for table, journal in journals.items())

    def whole() -> bool:
        with suppress(SQLAlchemyError):
            return count(store) == lines and is_right(store, written)
        return False

    store.engine.dispose()
    began, right = time.monotonic(), True
    try:
        until(whole, 300)
    except AssertionError:
        right = False
    for uplink in parts["uplink"]:
        uplink.kill()
    proxy.stop()
    worker.stop()
    print(f"{given.store}: {sum(killed.values())} kills ({', '.join(f'{n} {kind}' for kind, n in killed.items())});")
    print(f"{lines} lines, {count(store)} in the league; {time.monotonic() - began:.0f} s after the last kill")
    print("standings as in the tables' own journals" if right else "WRONG: the league is not what the journals say")
    store.close()
    if database is not None:
        database.remove()
    raise SystemExit(0 if right else 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play(Path(sys.argv[2]), int(sys.argv[3]))
    main()
