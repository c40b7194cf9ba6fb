"""Evaluations written by hand, and the shape that every evaluation has."""
