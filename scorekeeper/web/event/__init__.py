"""Pages of a club night."""
