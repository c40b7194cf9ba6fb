"""Keeping it: one SQLite file, and other programs' formats."""
