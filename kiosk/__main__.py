"""Lets `python -m kiosk` do what `dice-table` does."""

from kiosk.commands import main

main()
