"""What the league keeps and works out: lines from the broker, in a database, replayed by the same rules."""
