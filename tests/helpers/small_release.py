"""Releases, and wheels that pip installs, as small as they can be."""

import zipfile
from pathlib import Path

from workshop.release import write_sums


def release(folder: Path, *others: str) -> Path:
    """One whose folder is called after its version: the program and other wheels, nothing in them, and their sums."""
    folder.mkdir(parents=True)
    for name in (folder.name.replace("dice-table", "dice_table"), *others):
        (folder / f"{name}-py3-none-any.whl").write_bytes(f"the wheel {name}".encode())
    write_sums(folder)
    return folder


def wheel(folder: Path, name: str, source: str = "", *, module: str | None = None, extra: str = "") -> Path:
    """The wheel NAME-VERSION of one module, by default called after it, whose `main` is a command of its name.

    `extra`: what it needs where "lamps" is wanted.
    """
    package, version = name.split("-")
    module, info = module or package, f"{name}.dist-info"
    needs = f'Provides-Extra: lamps\nRequires-Dist: {extra}; extra == "lamps"\n' if extra else ""
    told = {
        "METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n{needs}",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": f"[console_scripts]\n{package.replace('_', '-')} = {module}:main\n",
        "RECORD": "",
    }
    file = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(f"{module}.py", source)
        for part, text in told.items():
            packed.writestr(f"{info}/{part}", text)
    return file
