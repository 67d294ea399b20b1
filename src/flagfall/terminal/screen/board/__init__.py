"""One widget that draws any scene: where its cells stand, how they are painted, how pieces glide, what is chosen."""
