"""Tests of `enraya.learn.training`."""
