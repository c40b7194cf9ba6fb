"""Storing games: the SQLite file of a store, and import and export in other formats."""
