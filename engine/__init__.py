"""Attention, computed so that every number can be seen. Knows no Qt; importing it loads neither torch nor transformers."""
