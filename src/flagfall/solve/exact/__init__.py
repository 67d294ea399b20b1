"""Positions as one state graph, what can be forced in it, and which choices are best."""
