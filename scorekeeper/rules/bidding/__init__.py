"""The bid games: auction, contract, scoring, misdeals."""
