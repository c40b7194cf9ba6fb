"""Random and damaged input for everything that reads what others wrote."""
