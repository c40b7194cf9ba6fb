"""Learning: labelled positions, features in batches, training and measuring of models."""
