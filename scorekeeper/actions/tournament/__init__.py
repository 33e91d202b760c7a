"""Tournaments of a club."""
