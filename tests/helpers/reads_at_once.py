"""For stand-ins for the reader that know at once what lies there, or act as if they did not."""

from __future__ import annotations

from vision.types import NOTHING_KNOWN, Hint, Image, Reading, Steps


class ReadsAtOnce:
    """Looks without any steps between, or with `steps` that find out nothing."""

    steps = 0

    def look(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Steps[Reading]:
        """What `read` says."""
        for _ in range(self.steps):
            yield
        return self.read(image, hint)

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        """What lies there."""
        raise NotImplementedError
