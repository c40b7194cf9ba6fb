"""Evaluations of stored games: summaries, surveys and mistakes."""
