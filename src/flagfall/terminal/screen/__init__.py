"""The full screen. Textual lives here and nowhere else, and is loaded when a screen is opened."""
