"""A table's way to the league: a process of its own, which reads the journal and never writes in it."""
