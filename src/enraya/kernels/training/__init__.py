"""The inner loops of training."""
