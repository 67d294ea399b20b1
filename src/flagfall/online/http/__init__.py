"""From a socket to an answer: the server, the HTTP interface, live connections, and what holds for every request."""
