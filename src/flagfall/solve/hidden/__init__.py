"""Games of hidden information that end within a number of plies: sequence form, regrets, exact best responses."""
