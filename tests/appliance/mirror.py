"""The mirrors a bare machine fetches its packages from: Debian's, as this host reaches it, and one of what it lacks.

They are a proxy where the machine's apt looks for one (tests/appliance/blank.sh). Their two names exist nowhere else.
"""

import hashlib
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

PORT = 3142
PI = "pi.test"
"""Any other name is Debian's."""
MADE = {"python3-picamera2": "python3-numpy, python3-pil", "python3-lgpio": "python3"}
"""Raspberry Pi's packages, which stand-ins play, and what of Debian's they need."""


def debian() -> str | None:
    """Where this host fetches Debian's packages from; None where that cannot be reached."""
    ask = ("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian")
    if shutil.which(ask[0]) is None:
        return None
    for address in subprocess.run(ask, capture_output=True, text=True, check=False).stdout.split():
        if not address.startswith("http"):
            continue
        with suppress(OSError), urlopen(f"{address.rstrip('/')}/dists/trixie/InRelease", timeout=20):
            return address.rstrip("/")
    return None


class Mirror:
    """Both mirrors. What `lacks` names is not to be had; `served` is what was, by file name."""

    def __init__(self, debian: str, folder: Path) -> None:
        self.lacks: set[str] = set()
        self.served: list[str] = []
        self._debian, self._folder = debian, folder
        folder.mkdir()
        entries = [_package(folder, name, needs) for name, needs in MADE.items()]
        (folder / "Packages").write_text("\n".join(entries))

    @contextmanager
    def serving(self) -> Iterator["Mirror"]:
        """Answer until it is left."""
        mirror = self

        class Handler(BaseHTTPRequestHandler):
            """One request of apt's."""

            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                code, content = mirror.answer(self.path)
                self.send_response(code)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        with ThreadingHTTPServer(("127.0.0.1", PORT), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield self
            server.shutdown()

    def answer(self, address: str) -> tuple[int, bytes]:
        """The status and the content for an address."""
        asked = urlsplit(address)
        file = Path(asked.path).name
        if file.partition("_")[0] in self.lacks:
            return 404, b""
        try:
            if asked.hostname == PI:
                content = (self._folder / file).read_bytes()
            else:
                with urlopen(f"{self._debian}{asked.path}", timeout=60) as answer:
                    content = answer.read()
        except HTTPError as error:
            return error.code, b""
        except OSError:
            return 404, b""
        self.served.append(file)
        return 200, content


def _package(folder: Path, name: str, needs: str) -> str:
    """Make a package with an empty module in it; its entry in the list of packages."""
    tree = folder / name
    module = tree / "usr/lib/python3/dist-packages" / name.partition("-")[2]
    module.mkdir(parents=True)
    (module / "__init__.py").touch()
    facts: Mapping[str, str] = {
        "Package": name,
        "Version": "1",
        "Architecture": "all",
        "Maintainer": "Nobody <nobody@example.org>",
        "Depends": needs,
        "Description": "a stand-in",
    }
    control = "".join(f"{key}: {fact}\n" for key, fact in facts.items())
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(control)
    file = folder / f"{name}_1_all.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, file], check=True, stdout=subprocess.DEVNULL)
    content = file.read_bytes()
    return f"{control}Filename: ./{file.name}\nSize: {len(content)}\nSHA256: {hashlib.sha256(content).hexdigest()}\n"
