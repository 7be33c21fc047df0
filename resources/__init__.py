"""Files that the app ships."""
