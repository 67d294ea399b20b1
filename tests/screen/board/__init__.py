"""The board of the full screen."""
