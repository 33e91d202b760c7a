"""What counts, standings, tie-breaks, and why."""
