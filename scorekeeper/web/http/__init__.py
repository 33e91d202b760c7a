"""HTTP: compression, static files, headers, limits, event streams and downloads."""
