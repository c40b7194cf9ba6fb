"""Learning: labelled positions, and models that are trained, measured and exported as code."""
