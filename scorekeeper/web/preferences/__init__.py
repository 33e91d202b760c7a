"""Preferences of this device: theme and text size, in cookies."""
