"""The text that writes an agent down: what it says, and the names and languages in it."""
