"""Games at a table: starting, hands, disputes and links."""
