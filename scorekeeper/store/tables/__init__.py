"""The tables of the database, by area."""
