"""The other end: what a program needs to take part in a game on a server. docs/online.md is the contract."""
