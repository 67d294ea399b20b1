"""Flagfall's server under load, beside boardgame.io's: `make bench-online`."""
