"""Pages that settle a dispute."""
