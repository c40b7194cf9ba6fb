"""The work of a league: checking submissions, holding events, playing the games of the ladder."""
