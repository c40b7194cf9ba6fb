"""What is to be played: agents, openings, pairings, schedules."""
