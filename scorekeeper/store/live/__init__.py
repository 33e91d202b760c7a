"""Live updates: changes in the database, delivered to listeners."""
