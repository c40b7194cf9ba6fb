"""Tests of `enraya.rules`."""
