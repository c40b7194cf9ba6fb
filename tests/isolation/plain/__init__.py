"""Tests of `enraya.isolation.plain`."""
