"""What the app is, with pictures of it."""
