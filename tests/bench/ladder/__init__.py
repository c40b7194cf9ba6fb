"""Tests of `enraya.bench.ladder`."""
