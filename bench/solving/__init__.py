"""Solving, measured against its targets: `make bench`."""
