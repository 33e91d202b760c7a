"""Statistics of the games on this device."""
