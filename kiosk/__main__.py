"""Lets `python -m kiosk` do what `dice-table` does."""

from kiosk.commands import program

if __name__ == "__main__":  # a process that helps this one imports it too
    program()
