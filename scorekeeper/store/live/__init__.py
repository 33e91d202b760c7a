"""Changes in the database, for everybody who follows them."""
