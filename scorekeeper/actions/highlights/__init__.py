"""What people talk about: awards, the summary of a night, careers."""
