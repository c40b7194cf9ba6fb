"""Tests of `enraya.cli.evolve.genes`."""
