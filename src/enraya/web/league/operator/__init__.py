"""What only the operator of a league may do."""
