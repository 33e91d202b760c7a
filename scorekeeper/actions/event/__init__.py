"""Events: check-in, rounds, tables, results, protests."""
