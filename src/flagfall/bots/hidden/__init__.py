"""Bots for games in which something is hidden: they play in worlds that fit what their seat has seen."""
