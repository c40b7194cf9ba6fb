"""Training of every kind of model."""
