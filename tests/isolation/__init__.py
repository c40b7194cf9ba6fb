"""Tests of `enraya.isolation`."""
