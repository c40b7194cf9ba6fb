"""Tests of `enraya.bench`."""
