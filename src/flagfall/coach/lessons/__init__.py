"""Lessons: what a game wants its players to learn, step by step, and an exam; beside the game, as data."""
