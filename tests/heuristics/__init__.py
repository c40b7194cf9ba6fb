"""Tests of `enraya.heuristics`."""
