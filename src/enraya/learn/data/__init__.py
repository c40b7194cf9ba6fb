"""Data sets: positions drawn, labelled, split and stored."""
