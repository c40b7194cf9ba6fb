"""The values of a league: teams, versions, settings, events, pairs of games, rules of grades."""
