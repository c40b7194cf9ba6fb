"""The players themselves."""
