"""Training: every kind of model, and what they share."""
