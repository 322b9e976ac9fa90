"""A Debian 13 for the Raspberry Pi's processor, unpacked only, and programs of it run by qemu's user emulation.

No package is set up, which would take an hour under emulation: unpacked it is there in half a minute.
"""

import os
import platform
import shutil
import subprocess
from pathlib import Path

TOOLS = ("mmdebstrap", "unshare", "chroot")
EMULATION = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
"""Where the kernel knows who runs arm64 (Debian's package qemu-user-static)."""
PACKAGES = ("base-files", "dash", "coreutils", "libc-bin", "python3", "python3-numpy", "python3-pil")
"""What of it the table meets on Raspberry Pi OS: NumPy and Pillow come with picamera2."""
ABSENT = ("picamera2", "lgpio")
"""Debian lacks them: here they are empty modules."""
LIBRARIES = "usr/lib/aarch64-linux-gnu"
ALTERNATIVES = {"libblas.so.3": "blas/libblas.so.3", "liblapack.so.3": "lapack/liblapack.so.3"}
"""What NumPy's packages choose as they are set up."""
PI_4, PI_5 = "cortex-a72", "cortex-a76"
"""Their processors. Unless named it is one that signs addresses, and 20 times slower to emulate."""
INSIDE = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'


def lacking() -> str | None:
    """What keeps this machine from it, in words; None if nothing does."""
    if absent := [tool for tool in TOOLS if shutil.which(tool) is None]:
        return f"this takes {', '.join(absent)}"
    if os.geteuid() != 0:
        return "only root may go into another root"
    if platform.machine() != "aarch64" and not EMULATION.exists():
        return "nothing runs arm64 here (Debian's package qemu-user-static)"
    return None


class UnpackedPi:
    """The system in the folder `root`, made anew from a mirror's packages; `libraries` are some more."""

    def __init__(self, root: Path, mirror: str, libraries: tuple[str, ...]) -> None:
        self.root = root
        shutil.rmtree(root, ignore_errors=True)
        packages = ",".join((*PACKAGES, *libraries))
        options = ["--quiet", "--arch=arm64", "--variant=extract", f"--include={packages}"]
        subprocess.run(["mmdebstrap", *options, "trixie", root, mirror], check=True)
        for name, chosen in ALTERNATIVES.items():
            (root / LIBRARIES / name).symlink_to(chosen)
        for name in ABSENT:
            module = root / "usr/lib/python3/dist-packages" / name
            module.mkdir(parents=True)
            (module / "__init__.py").touch()

    def run(self, *words: str, processor: str = PI_4) -> subprocess.CompletedProcess[str]:
        """Run a program of it, without a network."""
        known = {"PATH": "/usr/sbin:/usr/bin", "HOME": "/root", "SDL_VIDEODRIVER": "dummy", "TERM": "dumb"}
        return subprocess.run(
            ["unshare", "--mount", "--net", "--fork", "--kill-child", "sh", "-c", INSIDE, self.root, *words],
            env={**known, "QEMU_CPU": processor},
            capture_output=True,
            text=True,
            check=False,
        )

    def says(self, *words: str, processor: str = PI_4) -> str:
        """What a program of it prints; it has to succeed."""
        done = self.run(*words, processor=processor)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout
