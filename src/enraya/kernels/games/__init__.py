"""Whole games at once: random ones, counted ones, recorded ones."""
