"""A class and its agents: teams, submissions, the ladder, events and grades of one assignment."""
