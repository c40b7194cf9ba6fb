"""Tests of `enraya.learn.quality`."""
