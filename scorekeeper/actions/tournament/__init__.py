"""Tournaments of a club: what people may do with them."""
