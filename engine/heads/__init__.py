"""How heads split and join, with every intermediate kept."""
