"""Mutation testing: finds small changes of the code that no test notices."""
