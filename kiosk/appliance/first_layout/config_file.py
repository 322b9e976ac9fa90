"""The newest settings that this program can read; in the wheel `kiosk/config_file.py`."""

from kiosk.settings.config_file import FORMAT

__all__ = ["FORMAT"]
