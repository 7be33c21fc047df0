"""The panels of the Formula room."""
