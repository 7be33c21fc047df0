"""Widgets know NumPy and Qt, never the Session."""
