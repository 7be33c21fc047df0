"""A Config as code or LaTeX to copy."""
