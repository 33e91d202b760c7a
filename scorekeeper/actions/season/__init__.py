"""Seasons: results, totals, standings, records in and out."""
