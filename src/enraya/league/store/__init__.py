"""The folder of a league: its database `league.sqlite` and its submissions, and access to both."""
