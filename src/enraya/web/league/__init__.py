"""The server of a league: its HTTP API, and who may use which part of it."""
