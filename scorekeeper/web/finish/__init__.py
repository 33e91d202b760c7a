"""The finish of a game: chart, key moments, a picture to share, and the preview of a link."""
