"""Play at a table that is elsewhere, on the full screen: hosting a game, following a link, and the game itself."""
