"""Events of a league: tournaments of the arena at a date, of the versions of that date."""
