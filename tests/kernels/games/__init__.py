"""Tests of `enraya.kernels.games`."""
