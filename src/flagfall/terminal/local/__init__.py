"""Play at one keyboard: two people, bots, or lines from a pipe."""
