"""nginx and Caddy on loopback, by the files that come with the league; each with a certificate that is trusted here."""

import os
import shutil
from pathlib import Path

import trustme
from loopback import Running, free_port

import league

PROXY = Path(league.__file__).parent / "proxy"
NGINX, CADDY = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin"), shutil.which("caddy")
HOST, CERTIFICATE = "league.example", "/etc/letsencrypt/live/league.example/"


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    """Its words, where the file is all that there is of sites."""
    site = (PROXY / "nginx.conf").read_text()
    others = {":443 ": f":{port} ", " 443 ": f" {port} ", "80;": f"{free_port()};", CERTIFICATE: f"{folder}/"}
    for theirs, ours in {**others, HOST: "localhost", "127.0.0.1:8421": f"127.0.0.1:{behind}"}.items():
        site = site.replace(theirs, ours)
    temporary = "".join(f"{what}_temp_path {folder};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # Its own defaults stand, buffering and 1 MB of a body above all.
    user = "user root;" if os.getuid() == 0 else ""  # its own could not write into a test's folder
    whole = f"{user} pid {folder}/pid; daemon off; events {{}} http {{ access_log off; {temporary} {site} }}"
    (folder / "nginx.conf").write_text(whole)
    return [str(NGINX), "-p", str(folder), "-e", str(folder / "log"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    """Its words, with a certificate of ours."""
    site = (PROXY / "Caddyfile").read_text().replace("127.0.0.1:8421", f"127.0.0.1:{behind}")
    ours = f"https://localhost:{port} {{\ntls {folder}/fullchain.pem {folder}/privkey.pem"
    whole = "{\nadmin off\nauto_https disable_redirects\nlog default {\noutput discard\n}\n}\n"
    (folder / "Caddyfile").write_text(whole + site.replace(f"{HOST} {{", ours))
    return [str(CADDY), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


class Proxy(Running):
    """One of them before what listens at `behind`.

    Attributes:
        address: where it is; `trust`: the file that says whom to trust of it.
    """

    def __init__(self, name: str, folder: Path, behind: int) -> None:
        folder.mkdir()
        authority = trustme.CA()
        issued = authority.issue_cert("localhost")
        issued.private_key_pem.write_to_path(folder / "privkey.pem")
        for number, part in enumerate(issued.cert_chain_pems):
            part.write_to_path(folder / "fullchain.pem", append=number > 0)
        self.trust, port = folder / "authority.pem", free_port()
        authority.cert_pem.write_to_path(self.trust)
        self.address = f"https://localhost:{port}"
        super().__init__((nginx if name == "nginx" else caddy)(folder, port, behind), port)
