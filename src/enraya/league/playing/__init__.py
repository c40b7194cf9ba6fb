"""The worker of a league: it serves the queue of submissions, then plays events and the ladder."""
