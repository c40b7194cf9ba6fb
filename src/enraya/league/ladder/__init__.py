"""The rolling games of a league: which to play next, and how strong the players are."""
