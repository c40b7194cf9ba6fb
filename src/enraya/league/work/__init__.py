"""What is done in a league: submissions are tried, events held, the games of the ladder played."""
