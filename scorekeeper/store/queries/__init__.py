"""What is asked of the database, by area."""
