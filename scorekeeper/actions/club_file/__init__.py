"""A whole club as one file: out, and into an empty club."""
