"""What stands beside a board."""
