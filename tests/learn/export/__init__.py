"""Tests of `enraya.learn.export`."""
