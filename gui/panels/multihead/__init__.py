"""The panels of the Multi-head room."""
