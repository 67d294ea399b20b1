"""Two people, two screens: the server, its stores, the terminal's client and the web page. The only async code."""
