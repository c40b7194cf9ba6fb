"""Trained evaluations: their features and how they are computed."""
