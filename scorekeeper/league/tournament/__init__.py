"""Standings of an event with entries, and events as documents. Pure."""
