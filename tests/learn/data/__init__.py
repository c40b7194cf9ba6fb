"""Tests of `enraya.learn.data`."""
