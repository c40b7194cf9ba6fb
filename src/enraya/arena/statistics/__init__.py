"""Statistics of results: tallies, Elo, ratings and sequential tests."""
