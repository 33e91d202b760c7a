"""Preferences of this device, in cookies: theme, text size, screen, sound and vibration."""
