"""The full screen: boards, panels and the ways between them. Textual lives here and nowhere else."""
