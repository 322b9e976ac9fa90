"""What the tests of the whole table share."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def weights() -> None:
    """The reader's trained weights; skips where they are absent."""
    from importlib.resources import files

    if not any(file.name.endswith(".onnx") for file in files("assets").iterdir()):
        pytest.skip("the reader's weights are not here")
