"""Attacks on the sandbox, as superuser and as ordinary user, with and without namespaces."""
