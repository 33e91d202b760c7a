"""What a phone needs to go on without a network."""
