"""Tests of `enraya.kernels.training`."""
