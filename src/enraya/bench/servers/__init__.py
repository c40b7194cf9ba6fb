"""What servers answer while many people ask at once."""
