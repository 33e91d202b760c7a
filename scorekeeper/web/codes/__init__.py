"""How phones find their way: from a game to its night and the next table, and by the codes on the tables."""
