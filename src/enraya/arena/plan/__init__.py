"""What to play: agents, openings, pairings, schedules."""
