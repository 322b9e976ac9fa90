"""What the league keeps and works out: what tables post, in a database, played again by the same rules."""
