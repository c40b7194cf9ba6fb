"""Attacks on the sandbox by programs in other languages."""
