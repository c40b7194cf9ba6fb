"""The server of a league: its HTTP API, its pages, and who may use which part of them."""
