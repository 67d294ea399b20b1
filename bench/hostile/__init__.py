"""What one hostile visitor does to the others: `make bench-hostile`."""
