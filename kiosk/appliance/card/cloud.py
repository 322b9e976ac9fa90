"""What cloud-init is told by the files on a card: a name, perhaps a login and a Wi-Fi, and what to run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from kiosk.appliance.card.boot import MARK
from kiosk.appliance.card.hashing import wifi_key

BOOT = "/boot/firmware"
"""Where the boot partition is once the card has started."""
FOLDER = "dice-table"
"""What lies there of ours, but for cloud-init's own files."""
SCRIPT = f"{BOOT}/{FOLDER}/first_start.py"
UNIT = "dice-table-first-start.service"
FIRST_PICTURE = "files"
SYSTEM_PYTHON = "/usr/bin/python3"
UNIT_TEXT = f"""[Unit]
Description=Dice Table, first start
# The picture is drawn on the first console: no login there.
Conflicts=getty@tty1.service
After=getty@tty1.service
ConditionPathExists={SCRIPT}

[Service]
Type=oneshot
ExecStart={SYSTEM_PYTHON} -B {SCRIPT}
# It waits for a network where it needs one.
TimeoutStartSec=infinity

[Install]
WantedBy=multi-user.target
"""
"""A unit rather than a command of cloud-init's: where the power is cut it begins again at the next start."""
RESOLVED = "/etc/systemd/resolved.conf.d/dice-table.conf"
RESOLVED_TEXT = (
    "# Nothing listens: by these two the machine would answer to its name.\n[Resolve]\nLLMNR=no\nMulticastDNS=no\n"
)
GROUPS = ("adm", "sudo", "users", "video", "audio", "input")


@dataclass(frozen=True, slots=True)
class Login:
    """Somebody who may log in at the machine itself; `hashed` is the password as crypt(3) keeps it."""

    name: str
    hashed: str


@dataclass(frozen=True, slots=True)
class Wifi:
    """A network to join; `country` is two letters, without which a Pi's radio stays silent."""

    name: str
    passphrase: str
    country: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the owner wants of the machine, besides the table."""

    login: Login | None = None
    wifi: Wifi | None = None
    timezone: str | None = None


def user_data(wanted: Wanted) -> str:
    """The file user-data: cloud-init's "cloud config", as JSON, which is YAML too."""
    login = wanted.login
    config: dict[str, Any] = {
        "hostname": "dice-table",
        "manage_etc_hosts": True,
        "disable_root": True,
        "ssh_pwauth": False,
        "users": [] if login is None else [_user(login)],
        "write_files": [
            {"path": path, "content": content, "permissions": "0644"}
            for path, content in ((f"/etc/systemd/system/{UNIT}", UNIT_TEXT), (RESOLVED, RESOLVED_TEXT))
        ],
        "bootcmd": [
            ["cloud-init-per", "instance", "dice-table", SYSTEM_PYTHON, "-B", SCRIPT, "--picture", FIRST_PICTURE]
        ],
        "runcmd": [["systemctl", "daemon-reload"], ["systemctl", "enable", "--now", "--no-block", UNIT]],
    }
    if wanted.timezone is not None:
        config["timezone"] = wanted.timezone
    return _file(config, "#cloud-config\n")


def network_config(wifi: Wifi | None) -> str:
    """The file network-config, netplan's version 2: the cable, and the Wi-Fi with its key instead of its passphrase."""
    network: dict[str, Any] = {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    if wifi is not None:
        point = {"password": wifi_key(wifi.name, wifi.passphrase)} if wifi.passphrase else {}
        network["wifis"] = {
            "wlan0": {
                "dhcp4": True,
                "optional": True,
                "regulatory-domain": wifi.country,
                "access-points": {wifi.name: point},
            }
        }
    return _file({"network": network})


def meta_data(*contents: str) -> str:
    """The file meta-data; other contents make another instance, for which cloud-init does all again."""
    name = sha256("\0".join(contents).encode()).hexdigest()[:12]
    # Local: cloud-init does its part before there is a network, and waits for none.
    return _file({"instance-id": f"dice-table-{name}", "dsmode": "local"})


def _user(login: Login) -> Mapping[str, Any]:
    return {
        "name": login.name,
        "groups": list(GROUPS),
        "shell": "/bin/bash",
        "lock_passwd": False,
        "hashed_passwd": login.hashed,
        "sudo": "ALL=(ALL) ALL",
    }


def _file(content: Mapping[str, Any], head: str = "") -> str:
    return f"{head}{MARK}\n{json.dumps(content, indent=2, ensure_ascii=False)}\n"
