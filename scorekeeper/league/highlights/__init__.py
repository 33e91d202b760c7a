"""What people talk about: awards of a season, careers, two players against each other."""
