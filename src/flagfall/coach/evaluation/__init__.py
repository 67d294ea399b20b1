"""What moves are worth, and why: judgements, grades, verdicts and hints."""
