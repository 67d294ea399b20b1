"""The games that somebody is connected to, and all that happens at once."""
