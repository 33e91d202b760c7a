"""Corrections: seats, seasons of nights, merged names, what is deleted, and undoing from the log."""
