"""Learning: labelled positions, and models that are trained, measured and written as code."""
