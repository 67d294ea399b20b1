"""Where secret choices decide: matrix games, best replies, and the stochastic game that they make up."""
