"""Serving: the server's process, what it says about itself, and its log."""
