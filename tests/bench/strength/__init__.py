"""Tests of `enraya.bench.strength`."""
