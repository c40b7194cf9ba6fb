"""Tests of `enraya.kernels.solver`."""
