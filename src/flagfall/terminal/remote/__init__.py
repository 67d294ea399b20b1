"""Play at a table that is elsewhere: hosting a game, and following a link to one."""
