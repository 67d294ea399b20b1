"""What goes over the wire and what is stored of it: types, texts and times, and nothing that waits."""
