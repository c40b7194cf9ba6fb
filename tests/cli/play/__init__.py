"""Tests of `enraya play`."""
