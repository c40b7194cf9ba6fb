"""The plain values of a league: teams, versions, settings, events, ladder pairs, grading rules."""
