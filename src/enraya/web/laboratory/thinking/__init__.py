"""What thinks for the page: the queue, the solver, the agents."""
