"""How the full screen looks."""
