"""Random tables, records and requests, and a server that is killed: longer with `make fuzz` and `make soak`."""
