"""What can be said of a whole game: from its solution, or from games that are played out."""
