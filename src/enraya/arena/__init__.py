"""Games between agents: schedules, tournaments, the store, and the statistics of results."""
