"""Seasons: results, totals, standings and details."""
