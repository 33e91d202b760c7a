"""Games at a table: starting, hands, disputes, links."""
