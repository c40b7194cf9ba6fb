"""`enraya evolve`."""
