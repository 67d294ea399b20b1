"""What can be looked at: one module a command, `flagfall solve` being `show/solve.py`."""
