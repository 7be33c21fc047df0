"""Models of the Hugging Face kind: load, capture, tokens."""
