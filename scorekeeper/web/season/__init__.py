"""Pages of a season."""
