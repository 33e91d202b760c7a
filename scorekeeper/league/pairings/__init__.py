"""Partners and opponents: schedules, and the next round of a night."""
