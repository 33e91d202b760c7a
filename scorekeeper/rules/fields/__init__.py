"""What may be entered, as data."""
