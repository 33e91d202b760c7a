"""Cards by name, counters, packs, melds."""
