"""The HTTP API of a league and its pages, one file for each idea."""
