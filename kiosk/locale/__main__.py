"""`python -m kiosk.locale [LANGUAGE…]`: update the catalogues (or begin new ones), and list what is untranslated."""

import sys

from kiosk.locale import SOURCE_LANGUAGE, languages
from kiosk.locale.extract import update


def main() -> int:
    """Update; fails while something is untranslated."""
    left = 0
    for language in sys.argv[1:] or [name for name in languages() if name != SOURCE_LANGUAGE]:
        for message in update(language):
            sys.stdout.write(f"{language}: {message}\n")
            left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
