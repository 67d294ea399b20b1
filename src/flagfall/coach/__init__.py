"""The truth about every move, in words: grades, hints, analyses, puzzles and reports, all from a Solution."""
