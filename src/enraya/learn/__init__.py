"""Learning: labelled positions, features in batches, models trained and measured."""
