"""The clock of a round, on every page that shows it."""
