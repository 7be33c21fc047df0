"""One concern each; panels know the Session."""
