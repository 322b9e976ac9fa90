"""The files for cloud-init on a card: a host name, perhaps a login and a Wi-Fi, and what to run."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from kiosk.appliance.card.boot import MARK
from kiosk.appliance.card.wishes import Wishes, login_hash, wifi_key

BOOT = "/boot/firmware"
"""Where the started system mounts the boot partition."""
FOLDER = "dice-table"
"""The folder there with our own files, all but those for cloud-init."""
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
"""A unit, as cloud-init runs its own commands only once: this one begins again at the next start if the power is
cut."""
RESOLVED = "/etc/systemd/resolved.conf.d/dice-table.conf"
RESOLVED_TEXT = (
    "# Nothing listens: by these two the machine would answer to its name.\n[Resolve]\nLLMNR=no\nMulticastDNS=no\n"
)
GROUPS = ("adm", "sudo", "users", "video", "audio", "input")


def user_data(wishes: Wishes) -> str:
    """The file user-data: cloud-init's "cloud config", as JSON, which is YAML too."""
    written = ((f"/etc/systemd/system/{UNIT}", UNIT_TEXT), (RESOLVED, RESOLVED_TEXT))
    config: dict[str, Any] = {
        "hostname": "dice-table",
        "manage_etc_hosts": True,
        "disable_root": True,
        "ssh_pwauth": False,
        "users": [],
        "write_files": [{"path": path, "content": content, "permissions": "0644"} for path, content in written],
        "bootcmd": [
            ["cloud-init-per", "instance", "dice-table", SYSTEM_PYTHON, "-B", SCRIPT, "--picture", FIRST_PICTURE]
        ],
        "runcmd": [["systemctl", "daemon-reload"], ["systemctl", "enable", "--now", "--no-block", UNIT]],
    }
    if wishes.user is not None and wishes.password is not None:
        config["users"] = [
            {
                "name": wishes.user,
                "groups": list(GROUPS),
                "shell": "/bin/bash",
                "lock_passwd": False,
                "hashed_passwd": login_hash(wishes.password),
                "sudo": "ALL=(ALL) ALL",
            }
        ]
    if wishes.timezone is not None:
        config["timezone"] = wishes.timezone
    return _file(config, "#cloud-config\n")


def network_config(wishes: Wishes) -> str:
    """The file network-config (netplan, version 2): the cable, and the Wi-Fi by its key, not its passphrase."""
    network: dict[str, Any] = {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    if wishes.wifi is not None:
        point = {"password": wifi_key(wishes.wifi, wishes.passphrase)} if wishes.passphrase else {}
        network["wifis"] = {
            "wlan0": {
                "dhcp4": True,
                "optional": True,
                "regulatory-domain": wishes.country,
                "access-points": {wishes.wifi: point},
            }
        }
    return _file({"network": network})


def meta_data() -> str:
    """The file meta-data, with a new instance-id each time: cloud-init does everything once for each instance."""
    # "local": cloud-init does its work before there is a network, and does not wait for one.
    return _file({"instance-id": f"dice-table-{uuid4()}", "dsmode": "local"})


def _file(content: Mapping[str, Any], head: str = "") -> str:
    return f"{head}{MARK}\n{json.dumps(content, indent=2, ensure_ascii=False)}\n"
