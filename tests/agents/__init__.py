"""Tests of `enraya.agents`."""
