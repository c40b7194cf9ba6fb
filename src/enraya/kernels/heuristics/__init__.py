"""Hand-written evaluations, and the interface that every compiled evaluation has."""
