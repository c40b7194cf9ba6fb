"""Games between agents: schedules, matches, the store, and what the results say."""
