"""The file of a league: `league.sqlite`, and what people do with it."""
