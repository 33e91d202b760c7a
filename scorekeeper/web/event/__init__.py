"""Pages of an event."""
