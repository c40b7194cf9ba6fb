"""What comes of a league: settings, events, grades, exports, similar sources."""
