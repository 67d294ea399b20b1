"""A game on the full screen: the game behind the board, the board, the curtain between two players, and the ending."""
