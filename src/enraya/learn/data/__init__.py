"""Data sets: positions are sampled, labelled, split and stored."""
