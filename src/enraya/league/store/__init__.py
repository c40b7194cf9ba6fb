"""The folder of a league: `league.sqlite`, what was submitted, and what is read from both."""
