"""Corrections of a club: what was put in the wrong place or should not be there, each one logged."""
