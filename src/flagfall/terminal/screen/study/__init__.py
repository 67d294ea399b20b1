"""Studying: what is known of a game, its analysis, exploring, puzzles and lessons."""
