"""Serving: health checks, metrics, network addresses and the log."""
