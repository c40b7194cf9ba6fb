"""Leagues: the teams, submissions, ladder, events and grades of one assignment of one class."""
