"""Positions and games: notation, outcome, drawings, records."""
