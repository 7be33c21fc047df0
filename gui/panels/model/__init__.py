"""The panels of the Model room."""
