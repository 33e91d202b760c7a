"""How phones find their way: tonight, and the permanent codes on the tables."""
