"""Pages of the rules that a table agrees upon."""
