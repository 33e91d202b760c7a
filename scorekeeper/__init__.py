"""A score-keeping companion for people who play Rook games with real cards."""

__version__ = "0.1.0"
