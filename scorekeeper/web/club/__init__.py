"""Pages of a club and its members."""
