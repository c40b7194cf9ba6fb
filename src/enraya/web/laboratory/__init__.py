"""The laboratory in the browser: games, analysis, and long runs for visitors."""
