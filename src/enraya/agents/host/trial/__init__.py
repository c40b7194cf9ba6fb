"""Attacks on the sandbox by itself: what an agent tries, and whether it succeeds here."""
