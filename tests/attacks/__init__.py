"""Attacks on the sandbox, as the superuser and as an ordinary user, with and without namespaces."""
