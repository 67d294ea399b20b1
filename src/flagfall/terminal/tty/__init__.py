"""One terminal as a device: lines and keys, what may be seen of them, and how a program is left."""
