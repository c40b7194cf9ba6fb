"""Commands about games between agents."""
