"""Tests of `enraya.cli.evolve`."""
