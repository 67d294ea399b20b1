"""A whole game, graded move by move: its story and its curve."""
