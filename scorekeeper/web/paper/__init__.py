"""Games begun on paper."""
