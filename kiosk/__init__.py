"""The game: rules, match, referee, screen, commands."""
