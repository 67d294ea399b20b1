"""Heavy work in processes of its own, in fair turns."""
