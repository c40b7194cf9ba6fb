"""Tests of `enraya.kernels.models`."""
