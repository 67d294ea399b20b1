"""One game: its events, its clock, its seats, and what each of them is told."""
