"""Tests of `enraya.kernels`."""
