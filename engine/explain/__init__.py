"""How one cell came about, in words and numbers, and the links between cells."""
