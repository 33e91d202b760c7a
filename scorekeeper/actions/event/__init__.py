"""Club nights: check-in, rounds, tables, results, protests."""
