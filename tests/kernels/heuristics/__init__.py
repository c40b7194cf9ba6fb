"""Tests of `enraya.kernels.heuristics`."""
