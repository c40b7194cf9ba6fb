"""Long runs that the page starts and follows: tournaments, evolutions, training."""
