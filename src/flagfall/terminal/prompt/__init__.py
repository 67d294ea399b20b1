"""Play in plain lines: one loop of questions and answers, and one table of commands, wherever the game is."""
