"""Why the scores are divided by sqrt(d_k): draws, figures of a row, curves over d_k."""
