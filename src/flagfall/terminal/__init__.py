"""Playing and looking at a terminal: in plain lines, and from a pipe."""
