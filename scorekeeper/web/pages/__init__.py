"""The pages, one blueprint an area."""
