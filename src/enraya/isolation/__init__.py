"""Somebody else's program in a process of its own, with limits."""
