"""Totals of a night and of a season."""
