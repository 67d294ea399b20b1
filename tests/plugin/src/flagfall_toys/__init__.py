"""Two small games for Flagfall, in a package of their own."""
