"""The menu in plain lines: every place of the program by a number or a letter, and back with q."""
