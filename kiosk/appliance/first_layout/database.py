"""The newest journal that this program can read; in the wheel `kiosk/database.py`."""

from kiosk.match.database import SCHEMA_VERSION

__all__ = ["SCHEMA_VERSION"]
