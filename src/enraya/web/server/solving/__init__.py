"""The solver for clients, and the API schemas of its results."""
