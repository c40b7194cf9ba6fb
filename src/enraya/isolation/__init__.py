"""Somebody else's program in its own process, with limits."""
