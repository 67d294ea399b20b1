"""Where one begins, and comes back to: the games, what can be done with them, and starting one."""
