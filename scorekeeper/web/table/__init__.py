"""Pages of a game at a table."""
