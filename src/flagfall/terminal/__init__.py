"""Play at a terminal: in plain lines, and from a pipe."""
