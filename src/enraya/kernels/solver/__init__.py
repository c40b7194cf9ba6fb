"""Exact scores: the search, its table, and what is known without searching."""
