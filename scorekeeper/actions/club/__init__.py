"""Clubs, their members, and who may do what in them."""
