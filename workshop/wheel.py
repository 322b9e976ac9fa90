"""What Hatch does beside packing: a wheel has its catalogues compiled, so that nothing that plays needs Babel."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    """Compiles them, but for an editable install, which shows what its files say."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel is packed."""
        self.folder = TemporaryDirectory()
        if version == "editable":
            return
        for file in Path(self.root, "kiosk", "locale").glob("*.po"):
            compiled = Path(self.folder.name, f"{file.stem}.mo")
            with file.open("rb") as read, compiled.open("wb") as written:
                write_mo(written, read_po(read, locale=file.stem))
            build_data["force_include"][str(compiled)] = f"kiosk/locale/{compiled.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  Hatch's own
        """After it is packed."""
        self.folder.cleanup()
