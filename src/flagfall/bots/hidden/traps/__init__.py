"""What is known of Flag Chase: Hidden Traps beyond its rules."""
