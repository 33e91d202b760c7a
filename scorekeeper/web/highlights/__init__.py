"""Pages that people talk about: the summary of a night, careers, two members against each other."""
