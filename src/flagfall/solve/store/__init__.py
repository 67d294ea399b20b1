"""What solving takes from the machine: files for what is solved, and memory to solve in."""
