"""What happens to a submission: received, checked, compiled, tried, and then played."""
