"""Tests of `enraya.kernels.search`."""
