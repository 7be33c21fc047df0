"""The panels of the Saturation room."""
