"""Commands about positions, one line in and one line out."""
