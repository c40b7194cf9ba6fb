"""The routes, one file for each idea."""
