"""Tests of `enraya.cli.bench.solver`."""
