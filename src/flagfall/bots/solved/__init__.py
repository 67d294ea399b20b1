"""Bots that play by the solution of a game: perfect, and levels on the way there."""
