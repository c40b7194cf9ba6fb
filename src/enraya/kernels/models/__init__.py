"""Evaluations that were trained: their features and their arithmetic."""
