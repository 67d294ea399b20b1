"""What whoever runs the server sets, bounds, counts and reads."""
