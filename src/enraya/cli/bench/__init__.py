"""`enraya bench`."""
