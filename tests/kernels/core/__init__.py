"""Tests of `enraya.kernels.core`."""
