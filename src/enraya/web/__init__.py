"""The web laboratory: the same things as on the command line, in the browser."""
