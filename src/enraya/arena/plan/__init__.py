"""Planning tournaments: entrants, openings, pairings, schedules and settings."""
