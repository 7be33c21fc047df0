"""One room, one page of the window."""
