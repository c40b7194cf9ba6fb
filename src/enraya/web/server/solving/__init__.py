"""The solver for clients, and what it says over the wire."""
